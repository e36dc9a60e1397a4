import { describe, expect, test } from "vitest";
import type { GateDecision } from "#domain/compliance/evaluate-gate.ts";
import { compileRule } from "#domain/rules/evaluate.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import type { StopEvent } from "#domain/rules/step-parts.ts";
import { type ForecastContext, playForward } from "./play-forward.ts";

const zone = "America/Puerto_Rico";
/** Tuesday 10:12 in Puerto Rico. */
const now = Date.parse("2026-11-17T14:12:00Z");
const at = (text: string): number => Date.parse(`${text}:00-04:00`);
const local = (instant: number): string => new Date(instant - 4 * 3_600_000).toISOString().slice(5, 16);

const sends = {
  kind: "send",
  content: "text",
  approve: () => undefined,
  reasons: [],
} as unknown as GateDecision;
const waits = (until: number | null): GateDecision => ({
  kind: "wait",
  until,
  reasons: [{ code: "quiet_hours" }],
});
const stops: GateDecision = { kind: "stop", reasons: [{ code: "consent_missing", channel: "sms" }] };

const play = (
  actions: RuleAction[],
  context: Partial<ForecastContext> = {},
  stopWhen: StopEvent[] = ["answered", "converted", "colleague_wrote"],
) => {
  const { sequence } = compileRule({ triggers: [], conditions: [], actions, options: { stopWhen } });
  if (!sequence) throw new Error("The rows are no sequence");
  return playForward(sequence, {
    ...{
      calendar: { zone, isHoliday: () => false },
      segments: new Map(),
      dates: new Map(),
      runId: "r",
      now,
      answersAt: null,
      labels: {},
      preferredChannel: null,
    },
    gate: () => sends,
    ...context,
  }).map(({ stepId, kind, at: when, reasons, answer }) =>
    [stepId ?? "", kind, answer ?? "", local(when), reasons[0]?.code ?? ""].filter(Boolean).join(" "),
  );
};

const sms = (id: string, more: Partial<RuleAction> = {}): RuleAction => ({
  ...{ id, type: "sms", template: `Hola ${id}` },
  ...more,
});
const twoDays = { wait: { for: 2, unit: "days" } } as const;

test("a task that holds, a wait for an event and the preferred channel are played forward, too", () => {
  const rows: RuleAction[] = [
    { id: "t", type: "add_task", template: "Call", holds: true, goodForHours: 24 },
    sms("w", { wait: { event: "booked", for: 3, unit: "days" } }),
    { id: "p", type: "preferred_channel", template: "Hola" },
  ];
  const asked: string[] = [];
  const gate: ForecastContext["gate"] = ({ channel }) => {
    asked.push(channel);
    return channel === "email" ? sends : ({ kind: "stop", reasons: [], until: null } as never);
  };
  expect(play(rows, { gate, preferredChannel: "whatsapp" })).toEqual([
    "t do 11-17T10:12",
    "w left_out 11-21T10:12 step_not_sent",
    "p send 11-21T10:12",
    "end 11-21T10:12 run_finished",
  ]);
  expect(asked.at(-1)).toBe("email");
});

describe("a draft that is played forward", () => {
  test("says when each message leaves", () => {
    expect(
      play([sms("a"), sms("b", twoDays), { id: "t", type: "add_tag", template: "x", ...twoDays }]),
    ).toEqual([
      "a send 11-17T10:12",
      "b send 11-19T10:12",
      "t do 11-21T10:12",
      "end 11-21T10:12 run_finished",
    ]);
  });

  test("counts the next wait from when the gate let a message leave", () => {
    const gate: ForecastContext["gate"] = (_message, when) =>
      when < at("2026-11-18T09:00") ? waits(at("2026-11-18T09:00")) : sends;
    expect(play([sms("a"), sms("b", twoDays)], { gate })).toEqual([
      "a send 11-18T09:00",
      "b send 11-20T09:00",
      "end 11-20T09:00 run_finished",
    ]);
  });

  test("leaves out what the gate stops or holds for too long", () => {
    expect(
      play([sms("a"), sms("b")], { gate: ({ template }) => (template === "Hola a" ? stops : sends) }),
    ).toEqual(["a left_out 11-17T10:12 step_not_sent", "b send 11-17T10:12", "end 11-17T10:12 run_finished"]);
    expect(
      play([sms("a", { goodForHours: 24 }), sms("b")], {
        gate: ({ template }) => (template === "Hola a" ? waits(null) : sends),
      }),
    ).toEqual(["a left_out 11-18T10:12 step_too_late", "b send 11-18T10:12", "end 11-18T10:12 run_finished"]);
  });

  test("ends with the answer that is supposed, also while the gate holds a message", () => {
    const answersAt = at("2026-11-18T12:00");
    expect(play([sms("a"), sms("b", twoDays)], { answersAt })).toEqual([
      "a send 11-17T10:12",
      "end 11-18T12:00 run_answered",
    ]);
    expect(play([sms("a")], { answersAt, gate: () => waits(at("2026-11-19T09:00")) })).toEqual([
      "end 11-18T12:00 run_answered",
    ]);
  });

  test("goes on with an answer that ends nothing, once the gate opens", () => {
    const answersAt = at("2026-11-18T12:00");
    const gate: ForecastContext["gate"] = (_message, when) =>
      when < at("2026-11-19T09:00") ? waits(at("2026-11-19T09:00")) : sends;
    const ask: RuleAction = { id: "q", type: "ask", template: "", onlyIf: { is: "answered" } };
    expect(
      play(
        [
          sms("a"),
          ask,
          { ...sms("y"), within: { step: "q", answer: "yes" } },
          { ...sms("n"), within: { step: "q", answer: "no" } },
        ],
        { answersAt, gate },
        [],
      ),
    ).toEqual([
      "a send 11-19T09:00",
      "q answer yes 11-19T09:00 step_test_met",
      "y send 11-19T09:00",
      "end 11-19T09:00 run_finished",
    ]);
  });

  test("counts its own messages for the caps of the gate", () => {
    const gate: ForecastContext["gate"] = (_message, when, sent) =>
      sent.length > 0 && when < (sent[0]?.at ?? 0) + 24 * 3_600_000
        ? waits((sent[0]?.at ?? 0) + 24 * 3_600_000)
        : sends;
    expect(play([sms("a"), sms("b")], { gate })).toEqual([
      "a send 11-17T10:12",
      "b send 11-18T10:12",
      "end 11-18T10:12 run_finished",
    ]);
  });

  test("asks no model, and goes on with the label that is supposed", () => {
    const rows: RuleAction[] = [
      { id: "c", type: "ai", template: "", ai: { task: "classify", labels: ["repair", "purchase"] } },
      { id: "x", type: "ai", template: "", ai: { task: "draft" } },
      sms("r", { onlyIf: { is: "labelled", step: "c", label: "repair" } }),
    ];
    expect(play(rows)).toEqual([
      "c do 11-17T10:12 ai_not_asked",
      "x do 11-17T10:12 ai_not_asked",
      "r left_out 11-17T10:12 step_test_unmet",
      "end 11-17T10:12 run_finished",
    ]);
    expect(play(rows, { labels: { c: "repair" } })).toEqual([
      "c do 11-17T10:12 ai_label",
      "x do 11-17T10:12 ai_not_asked",
      "r send 11-17T10:12",
      "end 11-17T10:12 run_finished",
    ]);
  });
});
