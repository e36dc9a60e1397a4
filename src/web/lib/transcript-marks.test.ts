import { describe, expect, test } from "vitest";
import type { AgentAct } from "#domain/agent/act.ts";
import { marksOfActs, transcriptMarks } from "#domain/agent/transcript-mark.ts";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };

const acts: AgentAct[] = [
  { kind: "opt_out", quote: "" },
  { kind: "hand_over", reason: "asked", note: "" },
  { kind: "person_asked", reason: "asked" },
  { kind: "end_call", reason: "goodbye", outcome: null },
  { kind: "set_language", language: "es" },
  { kind: "stop_recording" },
  { kind: "wait" },
  { kind: "unanswered", question: "" },
  { kind: "request", request: "appointment", topic: "", wanted: "", quote: "" },
  { kind: "request", request: "callback", topic: "", wanted: "", quote: "" },
];

describe("a mark of a transcript", () => {
  test.each(transcriptMarks)("%s has a text in both languages", (mark) => {
    expect(en.callPage.mark[mark]).toBeTruthy();
    expect(es.callPage.mark[mark]).toBeTruthy();
    expect(es.callPage.mark[mark]).not.toContain("_");
  });

  test("is written for each act that is no fact, and is one of the known ones", () => {
    const marks = marksOfActs(
      [...acts, { kind: "fact", key: "roof", value: "yes", quote: "" }],
      "robot_question",
    );
    expect(marks).toHaveLength(acts.length + 2);
    expect(marks.filter((mark) => !transcriptMarks.some((known) => known === mark))).toEqual(["fact:roof"]);
  });
});
