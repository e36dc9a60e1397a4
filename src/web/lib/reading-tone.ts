import type { ReadIntent } from "#domain/reading/labels.ts";

/** `ok` raises interest, `bad` lowers it or stops contact, `sea` is a fact. */
export type ReadingTone = "ok" | "bad" | "sea";

const intentTones: Partial<Record<ReadIntent, ReadingTone>> = {
  opt_out: "bad",
  wrong_person: "bad",
  cancel_service: "bad",
  complaint: "bad",
  not_interested: "bad",
  ready_to_buy: "ok",
  schedule: "ok",
  interested: "ok",
  opt_in: "ok",
};

export const intentTone = (intent: ReadIntent): ReadingTone => intentTones[intent] ?? "sea";
