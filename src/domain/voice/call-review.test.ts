import { describe, expect, test } from "vitest";
import { checkCall, findSpeechSpans, summariseLatency, talkShare } from "./call-review.ts";

const turn = (speaker: string, atMs: number, more: object = {}) => ({
  id: `${speaker} ${atMs}`,
  speaker,
  text: "a".repeat(28),
  atMs,
  durationMs: null,
  marks: [] as string[],
  latency: null,
  ...more,
});

describe("speech spans", () => {
  test("have the measured length, or an estimate that ends where the next line begins", () => {
    const turns = [
      turn("agent", 0),
      turn("whisper", 500),
      turn("customer", 1200, { durationMs: 3000 }),
      turn("agent", 4000),
    ];
    expect(findSpeechSpans(turns, 5000)).toEqual([
      { turnId: "agent 0", side: "business", fromMs: 0, toMs: 1200 },
      // Both speak at once.
      { turnId: "customer 1200", side: "customer", fromMs: 1200, toMs: 4200 },
      // The call ends before the estimate does.
      { turnId: "agent 4000", side: "business", fromMs: 4000, toMs: 5000 },
    ]);
  });

  test("never end before they begin", () => {
    expect(findSpeechSpans([turn("agent", 9000)], 5000)).toMatchObject([{ fromMs: 9000, toMs: 9000 }]);
  });
});

describe("the share of talk", () => {
  test("is that of the time spoken, and adds up to 100", () => {
    const spans = findSpeechSpans(
      [
        turn("agent", 0, { durationMs: 1000 }),
        turn("operator", 2000, { durationMs: 1000 }),
        turn("customer", 4000, { durationMs: 1000 }),
      ],
      null,
    );
    expect(talkShare(spans)).toEqual({ business: 67, customer: 33 });
  });

  test("is unknown where nobody spoke", () => {
    expect(talkShare([])).toBeUndefined();
  });
});

test("the latency is summarised by its median and its worst", () => {
  const answered = (thinkMs: number) => turn("agent", 0, { latency: { thinkMs, sendMs: 10 } });
  expect(summariseLatency([answered(900), turn("customer", 1), answered(300), answered(400)])).toEqual({
    medianMs: 410,
    worstMs: 910,
  });
  expect(summariseLatency([turn("customer", 1)])).toBeUndefined();
});

describe("the checks of a call", () => {
  const call = (turns: ReturnType<typeof turn>[], more: object = {}) =>
    checkCall({
      turns,
      hasRecording: false,
      recordingNoticeAt: null,
      recordingStartedAt: null,
      handoffReason: null,
      endReason: "goodbye",
      ...more,
    });
  const disclosure = turn("agent", 200, { marks: ["disclosure"] });

  test("are none where the agent's steps were not stored", () => {
    expect(call([turn("agent", 0), turn("customer", 1)])).toEqual([]);
  });

  test("find the disclosure, or that it is missing", () => {
    expect(call([disclosure])).toEqual([{ check: "ai_disclosed", passed: true, atMs: 200 }]);
    expect(call([turn("agent", 0, { marks: ["fact:bill"] })])).toEqual([
      { check: "ai_disclosed", passed: false, atMs: null },
    ]);
  });

  test.each([
    ["after its notice", "2026-11-16T10:00:02Z", "2026-11-16T10:00:03Z", true],
    ["before its notice", "2026-11-16T10:00:03Z", "2026-11-16T10:00:02Z", false],
    ["without a notice", null, "2026-11-16T10:00:02Z", false],
  ])("of a recording that began %s", (_when, recordingNoticeAt, recordingStartedAt, passed) => {
    expect(call([disclosure], { recordingNoticeAt, recordingStartedAt })).toContainEqual(
      expect.objectContaining({ check: "recording_disclosed", passed }),
    );
  });

  test("demand that a call ends after an opt-out", () => {
    const turns = [disclosure, turn("customer", 5000, { marks: ["opt_out"] })];
    const optOut = (endReason: string) => call(turns, { endReason }).at(-1);
    expect(optOut("opted_out")).toEqual({ check: "opt_out_honoured", passed: true, atMs: 5000 });
    expect(optOut("goodbye")).toMatchObject({ passed: false });
  });

  test("demand that who asked for a person got one", () => {
    const handedOver = (more: object, turns = [disclosure]) =>
      call(turns, { handoffReason: "asked", ...more }).at(-1);
    expect(handedOver({ endReason: "handed_over" })).toMatchObject({ check: "handed_over", passed: true });
    expect(handedOver({}, [disclosure, turn("operator", 9000)])).toMatchObject({ passed: true });
    expect(handedOver({ endReason: "goodbye" })).toMatchObject({ passed: false });
  });
});
