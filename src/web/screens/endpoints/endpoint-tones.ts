import type { endpointStatuses } from "#domain/ingestion/endpoint.ts";
import type { ValidationStatus } from "#domain/ingestion/event.ts";

type Tone = "ok" | "quiet" | "warn" | "bad" | "sea";

export const endpointTones = {
  active: "ok",
  inactive: "quiet",
  error: "bad",
} as const satisfies Record<(typeof endpointStatuses)[number], Tone>;

export const eventTones = {
  received: "sea",
  valid: "ok",
  invalid: "warn",
  duplicate: "quiet",
  dead: "bad",
} as const satisfies Record<ValidationStatus, Tone>;
