import { describe, expect, test } from "vitest";
import type { Reason } from "#domain/reason.ts";
import {
  acceptFigures,
  findGuardReason,
  type GuardCode,
  type GuardFigures,
  judgedMessages,
  sharePercent,
} from "./guard.ts";

type Parts = Partial<GuardFigures>;
type Cause = Exclude<keyof GuardFigures, "tried">;

const figures = (parts: Parts): GuardFigures => ({
  tried: 0,
  failed: 0,
  bounced: 0,
  optedOut: 0,
  complained: 0,
  ...parts,
});
const find = (parts: Parts, accepted: Parts | null = null): Reason | null =>
  findGuardReason(
    [{ message: null, figures: figures(parts) }],
    accepted && acceptFigures([{ message: null, figures: figures(accepted) }]),
  );

/** Of so many people tried, so many are enough for the limit. */
const limits: readonly {
  cause: Cause;
  code: GuardCode;
  limit: number;
  from: number;
  of: number;
  enough: number;
}[] = [
  { cause: "complained", code: "guard_complained", limit: 0.3, from: 50, of: 1000, enough: 3 },
  { cause: "failed", code: "guard_failed", limit: 10, from: 20, of: 10, enough: 1 },
  { cause: "bounced", code: "guard_bounced", limit: 2, from: 50, of: 50, enough: 1 },
  { cause: "optedOut", code: "guard_opted_out", limit: 2, from: 50, of: 50, enough: 1 },
];
const manyTimes = Array.from({ length: 2000 }, (_, index) => index + 10);

describe("a broadcast goes on", () => {
  test.each<[what: string, parts: Parts]>([
    ["before anything", {}],
    ["when all is well", { tried: 10_000 }],
    ["with all failed of 19", { tried: 19, failed: 19 }],
    ["with all bounced of 49", { tried: 49, bounced: 49 }],
    ["with all opted out of 49", { tried: 49, optedOut: 49 }],
    ["with all complained of 49", { tried: 49, complained: 49 }],
    ["with 1 failed of 20", { tried: 20, failed: 1 }],
    ["with 9.99 % failed", { tried: 10_000, failed: 999 }],
    ["with 1 bounced of 51", { tried: 51, bounced: 1 }],
    ["with 1 opted out of 51", { tried: 51, optedOut: 1 }],
    ["with 2 complaints of 667, which are shown as 0.3 %", { tried: 667, complained: 2 }],
    ["with 199 bounced of 10,000, which are shown as 2 %", { tried: 10_000, bounced: 199 }],
    [
      "with each just under its limit",
      { tried: 10_000, failed: 999, bounced: 199, optedOut: 199, complained: 29 },
    ],
  ])("%s", (_what, parts) => {
    expect(find(parts)).toBeNull();
  });

  test.each(limits)("with one less than the limit of $code", ({ cause, of, enough }) => {
    const pausing = manyTimes.filter((times) => find({ tried: of * times, [cause]: enough * times - 1 }));
    expect(pausing).toEqual([]);
  });
});

describe("a broadcast pauses", () => {
  type Case = [what: string, parts: Parts, code: GuardCode, count: number, percent: number, limit: number];
  test.each<Case>([
    ["2 failed of 20", { tried: 20, failed: 2 }, "guard_failed", 2, 10, 10],
    ["3 failed of 21", { tried: 21, failed: 3 }, "guard_failed", 3, 14.3, 10],
    ["all failed", { tried: 100, failed: 100 }, "guard_failed", 100, 100, 10],
    ["1 bounced of 50", { tried: 50, bounced: 1 }, "guard_bounced", 1, 2, 2],
    ["7 bounced of 60", { tried: 60, bounced: 7 }, "guard_bounced", 7, 11.7, 2],
    ["1 opted out of 50", { tried: 50, optedOut: 1 }, "guard_opted_out", 1, 2, 2],
    ["5 opted out of 70", { tried: 70, optedOut: 5 }, "guard_opted_out", 5, 7.1, 2],
    ["1 complaint of 50", { tried: 50, complained: 1 }, "guard_complained", 1, 2, 0.3],
    ["1 complaint of 333", { tried: 333, complained: 1 }, "guard_complained", 1, 0.3, 0.3],
    ["3 complaints of 1000", { tried: 1000, complained: 3 }, "guard_complained", 3, 0.3, 0.3],
  ])("for %s", (_what, parts, code, count, percent, limit) => {
    expect(find(parts)).toMatchObject({ code, count, percent, limit });
  });

  test.each(limits)("exactly at the limit of $code, whatever the number of people", (limits) => {
    const { cause, code, limit, of, enough } = limits;
    const wrong = manyTimes.filter((times) => {
      const reason = find({ tried: of * times, [cause]: enough * times });
      return reason?.code !== code || reason.count !== enough * times || reason.percent !== limit;
    });
    expect(wrong).toEqual([]);
    expect(find({ tried: 10 * of, [cause]: 10 * enough })).toMatchObject({ code, limit });
  });

  test.each(limits)("for $code from the number of people on", ({ cause, code, from }) => {
    expect(find({ tried: from - 1, [cause]: from - 1 })).toBeNull();
    expect(find({ tried: from, [cause]: from })).toMatchObject({ code, count: from, percent: 100 });
  });
});

describe("complaints are told first", () => {
  test.each<[what: string, parts: Parts]>([
    ["before failures", { failed: 100 }],
    ["before bounces", { bounced: 100 }],
    ["before opt-outs", { optedOut: 100 }],
    ["before all", { failed: 100, bounced: 100, optedOut: 100 }],
  ])("%s", (_what, parts) => {
    expect(find({ tried: 100, complained: 1, ...parts })).toMatchObject({ code: "guard_complained" });
  });

  test("but not of fewer people than they need", () => {
    expect(find({ tried: 49, complained: 49, failed: 5 })).toMatchObject({ code: "guard_failed" });
  });
});

describe("what a user accepted no longer counts", () => {
  const accepted: Parts = { tried: 1000, failed: 300, bounced: 80, optedOut: 40, complained: 9 };

  test.each<[what: string, parts: Parts, accepted: Parts]>([
    ["right after they resumed it", accepted, accepted],
    ["when only more were tried", { ...accepted, tried: 5000 }, accepted],
    ["with all failed of 19 more", { ...accepted, tried: 1019, failed: 319 }, accepted],
    ["with all bounced of 49 more", { ...accepted, tried: 1049, bounced: 129 }, accepted],
    ["with all opted out of 49 more", { ...accepted, tried: 1049, optedOut: 89 }, accepted],
    ["with all complained of 49 more", { ...accepted, tried: 1049, complained: 58 }, accepted],
    ["with 1 failed of 20 more", { ...accepted, tried: 1020, failed: 301 }, accepted],
    ["with 1 bounced of 51 more", { ...accepted, tried: 1051, bounced: 81 }, accepted],
    ["when fewer failed than then", { ...accepted, tried: 1100, failed: 200 }, accepted],
  ])("%s", (_what, parts, before) => {
    expect(find(parts, before)).toBeNull();
  });

  type Case = [
    what: string,
    parts: Parts,
    reason: { code: GuardCode; count: number; percent: number; limit: number },
  ];
  test.each<Case>([
    [
      "2 failed of 20 more",
      { ...accepted, tried: 1020, failed: 302 },
      { code: "guard_failed", count: 2, percent: 10, limit: 10 },
    ],
    [
      "2 bounced of 60 more",
      { ...accepted, tried: 1060, bounced: 82 },
      { code: "guard_bounced", count: 2, percent: 3.3, limit: 2 },
    ],
    [
      "1 opted out of 50 more",
      { ...accepted, tried: 1050, optedOut: 41 },
      { code: "guard_opted_out", count: 1, percent: 2, limit: 2 },
    ],
    [
      "3 complaints of 1000 more",
      { ...accepted, tried: 2000, complained: 12 },
      { code: "guard_complained", count: 3, percent: 0.3, limit: 0.3 },
    ],
  ])("but what came after does: %s", (_what, parts, reason) => {
    expect(find(parts, accepted)).toMatchObject(reason);
  });

  test("and dilutes nothing: it is not what all people together say", () => {
    const before = { tried: 100_000 };
    expect(find({ tried: 100_050, bounced: 1 })).toBeNull();
    expect(find({ tried: 100_050, bounced: 1 }, before)).toMatchObject({ code: "guard_bounced", percent: 2 });
  });

  test("with nothing accepted, everything counts", () => {
    expect(find({ tried: 50, bounced: 1 }, {})).toEqual(find({ tried: 50, bounced: 1 }));
  });
});

describe("of several messages", () => {
  const became = { delivered: 0, sent: 0, failed: 0, unknown: 0, bounced: 0, optedOut: 0, complained: 0 };
  const of = (...messages: Partial<typeof became>[]) =>
    judgedMessages({
      ...became,
      byMessage: messages.map((parts, index) => ({ ...became, ...parts, message: index + 1 })),
    });

  test("each is judged by itself, and the reason names it", () => {
    const judged = of({ delivered: 1000 }, { delivered: 45, failed: 5 });
    expect(findGuardReason(judged, null)).toEqual({
      ...{ code: "guard_failed", count: 5, percent: 10, limit: 10, message: 2 },
    });
    expect(find({ tried: 1050, failed: 5 })).toBeNull();
  });

  test("a bad first one is not hidden by a good second one", () => {
    const judged = of({ delivered: 88, failed: 12 }, { delivered: 100 });
    expect(findGuardReason(judged, null)).toMatchObject({ code: "guard_failed", message: 1 });
  });

  test("complaints about any of them are told before failures of the first", () => {
    const judged = of({ delivered: 80, failed: 20 }, { delivered: 50, complained: 1 });
    expect(findGuardReason(judged, null)).toMatchObject({ code: "guard_complained", message: 2 });
  });

  test("what a user has seen of one says nothing of another", () => {
    const seen = acceptFigures(of({ delivered: 80, failed: 20 }));
    expect(findGuardReason(of({ delivered: 80, failed: 20 }, { delivered: 100 }), seen)).toBeNull();
    expect(
      findGuardReason(of({ delivered: 80, failed: 20 }, { delivered: 80, failed: 20 }), seen),
    ).toMatchObject({ code: "guard_failed", message: 2 });
  });

  test("with one message, all people are judged together", () => {
    expect(judgedMessages({ ...became, delivered: 7, byMessage: [] })).toEqual([
      { message: null, figures: figures({ tried: 7 }) },
    ]);
  });
});

describe("a share in percent", () => {
  test.each<[part: number, of: number, percent: number]>([
    [0, 0, 0],
    [0, 7, 0],
    [7, 7, 100],
    [1, 2, 50],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 7, 14.3],
    [3, 1000, 0.3],
    [1, 1000, 0.1],
    [4, 10_000, 0],
    [6, 10_000, 0.1],
    [999, 1000, 99.9],
    [57, 100, 57],
    [29, 100, 29],
  ])("%i of %i is %f", (part, of, percent) => {
    expect(sharePercent(part, of)).toBe(percent);
  });

  test("has one decimal, and is the nearest", () => {
    const wrong: string[] = [];
    for (let of = 1; of <= 300; of += 1) {
      for (let part = 0; part <= of; part += 1) {
        const percent = sharePercent(part, of);
        const hasOneDecimal = percent === Number(percent.toFixed(1));
        const isNearest = Math.abs(percent - (100 * part) / of) <= 0.05 + 1e-9;
        if (!hasOneDecimal || !isNearest) wrong.push(`${percent} for ${part} of ${of}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
