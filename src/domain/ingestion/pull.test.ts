import { describe, expect, test } from "vitest";
import {
  firstPage,
  newestValue,
  nextPage,
  nextPageLink,
  nextPullAt,
  nextRetryAt,
  type PageResponse,
  type PullProgress,
  parseRetryAfter,
  pullBackoff,
  toPullItems,
} from "./pull.ts";
import { endpointSettings } from "./settings.ts";

const at = (text: string): number => Date.parse(text);
const settings = (pull: object) => endpointSettings.parse({ pull }).pull;
const minute = 60_000;

describe("the next pull", () => {
  const interval = { by: "interval", minutes: 15 } as const;
  const now = at("2026-03-01T12:00:30Z");

  test("counts an interval from the due time, so that it does not drift", () => {
    const due = at("2026-03-01T12:00:00Z");
    expect(nextPullAt({ schedule: interval, now, due, timezone: "UTC" })).toBe(due + 15 * minute);
  });

  test.each([null, at("2026-03-01T10:00:00Z"), at("2026-03-01T13:00:00Z")])(
    "counts an interval from now when never due, long overdue or not due yet (%s)",
    (due) => expect(nextPullAt({ schedule: interval, now, due, timezone: "UTC" })).toBe(now + 15 * minute),
  );

  test.each([
    ["0 6 * * *", "America/New_York", "2026-03-08T04:00:00Z", "2026-03-08T10:00:00Z"],
    ["0 6 * * *", "America/New_York", "2026-03-07T04:00:00Z", "2026-03-07T11:00:00Z"],
    ["0 6 * * *", "America/Puerto_Rico", "2026-03-08T04:00:00Z", "2026-03-08T10:00:00Z"],
    ["*/20 * * * *", "UTC", "2026-03-08T04:20:00Z", "2026-03-08T04:40:00Z"],
  ])("evaluates the cron expression %s in %s", (cron, timezone, from, expected) => {
    expect(nextPullAt({ schedule: { by: "cron", cron }, now: at(from), due: null, timezone })).toBe(
      at(expected),
    );
  });

  test.each(["every day", "99 * * * *", "0 0 30 2 *"])("is undefined for the cron expression %s", (cron) =>
    expect(nextPullAt({ schedule: { by: "cron", cron }, now, due: null, timezone: "UTC" })).toBeUndefined(),
  );
});

describe("after failures", () => {
  test("the wait doubles from a minute to six hours, plus at most a tenth", () => {
    for (const [failures, minutes] of [
      [1, 1],
      [2, 2],
      [5, 16],
      [9, 256],
      [10, 360],
      [1e9, 360],
    ] as const) {
      const wait = pullBackoff(failures, "endpoint");
      expect(wait).toBeGreaterThanOrEqual(minutes * minute);
      expect(wait).toBeLessThanOrEqual(minutes * minute * 1.1);
    }
  });

  test("the wait is stable per endpoint and differs between endpoints", () => {
    expect(pullBackoff(3, "a")).toBe(pullBackoff(3, "a"));
    expect(new Set(["a", "b", "c", "d"].map((id) => pullBackoff(3, id))).size).toBe(4);
  });

  test("respects a longer Retry-After, up to a day", () => {
    expect(nextRetryAt(0, 1, "a", 3600_000)).toBe(3600_000);
    expect(nextRetryAt(0, 5, "a", 1000)).toBe(pullBackoff(5, "a"));
    expect(nextRetryAt(0, 1, "a", 1e12)).toBe(24 * 60 * minute);
  });

  test.each([
    ["120", 120_000],
    ["Sun, 01 Mar 2026 12:01:00 GMT", minute],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["soon", 0],
    [undefined, 0],
    ["", 0],
  ])("Retry-After: %s", (header, expected) =>
    expect(parseRetryAfter(header, at("2026-03-01T12:00:00Z"), Date.parse)).toBe(expected),
  );
});

describe("pagination", () => {
  const answer = (more: Partial<PageResponse> = {}): PageResponse => ({
    itemCount: 2,
    content: "same",
    cursor: undefined,
    link: undefined,
    ...more,
  });
  const progressAfter = (
    pull: ReturnType<typeof settings>,
    ...answers: PageResponse[]
  ): PullProgress | undefined =>
    answers.reduce<PullProgress | undefined>(
      (progress, page) => progress && nextPage(pull, progress, page, (text) => text),
      firstPage(pull),
    );

  test("ends after the first page when there is no pagination", () => {
    const pull = settings({});
    expect(firstPage(pull).place).toEqual({ by: "start" });
    expect(
      progressAfter(pull, answer({ cursor: "x", link: "<https://a.example/2>; rel=next" })),
    ).toBeUndefined();
  });

  test("by page ends at an empty or repeated page", () => {
    const pull = settings({ pagination: { by: "page", first: 0 } });
    expect(firstPage(pull).place).toEqual({ by: "page", page: 0 });
    expect(progressAfter(pull, answer({ content: "a" }), answer({ content: "b" }))?.place).toEqual({
      by: "page",
      page: 2,
    });
    expect(
      progressAfter(pull, answer({ content: "a" }), answer({ content: "b", itemCount: 0 })),
    ).toBeUndefined();
    expect(progressAfter(pull, answer({ content: "a" }), answer({ content: "a" }))).toBeUndefined();
  });

  test("by offset counts what came and ends at an empty or repeated page", () => {
    const pull = settings({ pagination: { by: "offset" } });
    expect(firstPage(pull).place).toEqual({ by: "offset", offset: 0 });
    const pages = [answer({ itemCount: 3, content: "a" }), answer({ itemCount: 2, content: "b" })];
    expect(progressAfter(pull, ...pages)?.place).toEqual({ by: "offset", offset: 5 });
    expect(progressAfter(pull, ...pages, answer({ itemCount: 0, content: "" }))).toBeUndefined();
    expect(progressAfter(pull, ...pages, answer({ itemCount: 2, content: "b" }))).toBeUndefined();
  });

  test("by cursor continues over an empty page and ends at an absent or repeated cursor", () => {
    const pull = settings({ pagination: { by: "cursor", parameter: "after", path: "next" } });
    expect(progressAfter(pull, answer({ cursor: 17, itemCount: 0 }))?.place).toEqual({
      by: "cursor",
      cursor: "17",
    });
    for (const cursor of [undefined, null, "", false, {}])
      expect(progressAfter(pull, answer({ cursor }))).toBeUndefined();
    expect(
      progressAfter(pull, answer({ cursor: "a" }), answer({ cursor: "b" }), answer({ cursor: "a" })),
    ).toBe(undefined);
    expect(progressAfter(pull, answer({ cursor: "https://a.example/?p=2" }))?.place).toEqual({
      by: "url",
      url: "https://a.example/?p=2",
    });
  });

  test("by Link header follows rel=next", () => {
    const pull = settings({ pagination: { by: "link" } });
    const link = '<https://a.example/?page=1>; rel="prev", </list?page=3&x=1,2>; title="a"; rel="last next"';
    expect(progressAfter(pull, answer({ link }))?.place).toEqual({ by: "url", url: "/list?page=3&x=1,2" });
    expect(progressAfter(pull, answer({ link }), answer({ link }))).toBeUndefined();
    expect(progressAfter(pull, answer())).toBeUndefined();
  });

  test.each([
    ["<a>; rel=next", "a"],
    ["<a>;rel=NEXT;foo=bar", "a"],
    ['<a>; rel="nextish"', undefined],
    ["<a>; rel=prev, <b>", undefined],
    ["a; rel=next", undefined],
    ["", undefined],
  ])("reads the Link header %s", (header, url) => expect(nextPageLink(header)).toBe(url));
});

describe("items of a page", () => {
  test.each([
    [undefined, undefined],
    [null, []],
    [[], []],
    [
      [{ id: 1 }, 2, [3], null],
      [{ id: 1 }, { value: 2 }, { value: [3] }, { value: null }],
    ],
    [{ id: 1 }, [{ id: 1 }]],
  ])("%j", (found, items) => expect(toPullItems(found)).toEqual(items));

  const now = at("2026-03-01T12:00:00Z");
  test.each([
    [[9, 10, 8], null, "10"],
    [["9007199254740993", "9007199254740992"], "9007199254740991", "9007199254740993"],
    [["2026-01-01T00:00:00+02:00", "2025-12-31T23:00:00Z"], null, "2025-12-31T23:00:00Z"],
    [["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00.123457Z"], null, "2026-01-01T00:00:00.123457Z"],
    [["b", "a"], null, "b"],
    [[undefined, null, {}, ""], "known", "known"],
    [["2099-01-01T00:00:00Z", "2026-02-01T00:00:00Z"], "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"],
    [["2026-01-01"], "2026-02-01", "2026-02-01"],
  ])("the newest of %j after %s is %s", (values, known, expected) =>
    expect(newestValue(values, known, now, Date.parse)).toBe(expected),
  );
});
