import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };
import type { Wording } from "./reason-values.ts";
import { describeEntry, type TimelineEvent } from "./timeline-text.ts";

const format = { locale: "en-US", dateTime: (instant: string) => instant, number: String };
const wordings: Record<string, Wording> = {};

beforeAll(async () => {
  for (const lng of ["en", "es"]) {
    const i18n = i18next.createInstance();
    const resources = { en: { translation: en }, es: { translation: es } };
    await i18n.init({ lng, fallbackLng: false, resources, interpolation: { escapeValue: false } });
    wordings[lng] = { i18n, format };
  }
});

const entry = (eventType: string, metadata: Record<string, unknown> | null): TimelineEvent => ({
  id: "01890000-0000-7000-8000-000000000001",
  eventType,
  source: null,
  title: "As it is stored",
  description: null,
  metadata,
  createdAt: "2026-11-15T12:00:00Z",
});

const worded = (language: string, eventType: string, metadata: Record<string, unknown> | null) => {
  const wording = wordings[language] as Wording;
  return describeEntry(entry(eventType, metadata), wording.i18n.t, wording);
};

const types: [string, Record<string, unknown>][] = [
  ["event_received", { endpoint: "Web form", type: "quote_requested" }],
  ["event_received", { endpoint: "Messages", type: "whatsapp_received" }],
  ["rule_fired", { rule: "High intent" }],
  ["sequence_ended", { rule: "Follow-up", reasons: [{ code: "run_finished" }] }],
  ["handoff_asked", {}],
  ["call_completed", { channel: "voice_agent", length: "4:12" }],
  ...["sent", "held", "blocked", "failed", "unknown", "delivered", "read"].map(
    (what): [string, Record<string, unknown>] => [`message_${what}`, { channel: "sms" }],
  ),
  ["reply", { channel: "whatsapp", text: "Sí" }],
  ["opted_out", {}],
  ["opted_in", {}],
  ["review_opened", {}],
  ["scores_changed", { intent: { before: 60, after: 81 } }],
];

describe("a timeline entry", () => {
  test.each(types)("of kind %s has a text in both languages", (type, metadata) => {
    const [english, spanish] = [worded("en", type, metadata), worded("es", type, metadata)];
    expect(english.title).not.toBe("As it is stored");
    expect(english.title).not.toContain("people.");
    expect(spanish.title).not.toBe(english.title);
  });

  test("names the type of a received event in the reader's language", () => {
    const metadata = { endpoint: "Web", type: "quote_requested" };
    expect(worded("en", "event_received", metadata).title).toBe("Event “Quote requested” received");
    expect(worded("es", "event_received", metadata).title).toBe(
      "Se recibió el evento «Cotización solicitada»",
    );
  });

  test("says of a broadcast that it is one, and no rule", () => {
    const metadata = { rule: "Open house", reasons: [{ code: "started_by_broadcast", name: "Open house" }] };
    expect(worded("en", "rule_fired", metadata).title).toBe("Broadcast “Open house” began");
    expect(worded("es", "rule_fired", { rule: "Visita", reasons: [] }).title).toBe(
      "Se activó la regla «Visita»",
    );
  });

  test("says of the end of a broadcast that it is one", () => {
    const metadata = { rule: "Open house", isBroadcast: true, reasons: [{ code: "run_finished" }] };
    expect(worded("en", "sequence_ended", metadata).title).toBe("Broadcast “Open house” ended");
    expect(worded("es", "sequence_ended", metadata).title).toBe("Terminó el envío masivo «Open house»");
  });

  test("contains the valid reasons of a blocked message", () => {
    const reasons = [{ code: "opted_out", scope: "all" }, "nonsense", null, { code: 3 }];
    expect(worded("en", "message_blocked", { channel: "sms", reasons }).reasons).toEqual([
      { code: "opted_out", scope: "all" },
    ]);
  });

  test("of a call names the call and its outcome", () => {
    const callId = "01890000-0000-7000-8000-000000000002";
    const metadata = { channel: "voice_agent", length: "4:12", callId, outcome: "interested" };
    expect(worded("en", "call_completed", metadata).call).toEqual({ id: callId, outcome: "interested" });
    expect(worded("en", "call_completed", { ...metadata, outcome: null }).call?.outcome).toBeNull();
    expect(worded("en", "call_completed", { channel: "call", length: "0:10" }).call).toBeUndefined();
  });

  test("shows how the scores changed", () => {
    const metadata = { intent: { before: 60, after: 81 }, churn: 20 };
    expect(worded("en", "scores_changed", metadata).text).toBe("intent 60 → 81 · churn risk 20");
  });

  test("of a message that was read says its intent; a change of the score is not one", () => {
    const metadata = { endpoint: "Messages", type: "sms_received", intent: "schedule" };
    expect(worded("en", "event_received", metadata).intent).toBe("schedule");
    for (const intent of ["made_elsewhere", 81, { before: 60, after: 81 }])
      expect(worded("en", "scores_changed", { intent }).intent).toBeUndefined();
  });

  test("of an unknown kind, or without the values its text needs, is shown as stored", () => {
    for (const type of ["made_elsewhere", "event_received", "rule_fired", "message_sent"])
      expect(worded("es", type, null).title).toBe("As it is stored");
  });
});
