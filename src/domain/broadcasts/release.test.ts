import { describe, expect, test } from "vitest";
import { maxPerMinute } from "./broadcast.ts";
import { firstPartOf, lookMs, planRelease, type ReleaseState, releasePage } from "./release.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse("2026-06-15T14:00:00Z");

const stateOf = (parts: Partial<ReleaseState>): ReleaseState => ({
  people: 10_000,
  begun: 0,
  hasGuard: false,
  lookedFrom: null,
  perMinute: null,
  pacedUntil: 0,
  ...parts,
});

/** A linear congruential generator: the same broadcasts in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    random,
    upTo: (most: number) => 1 + Math.floor(random() * most),
    /** Small numbers are as likely as large ones. */
    magnitudeUpTo: (most: number) => Math.min(most, Math.floor((most + 1) ** random())),
  };
};

describe("the first part", () => {
  test.each<[people: number, first: number]>([
    [1, 100],
    [100, 100],
    [4999, 100],
    [5000, 100],
    [5001, 101],
    [5050, 101],
    [5051, 102],
    [10_000, 200],
    [50_000, 1000],
    [50_001, 1001],
    [1_000_000, 20_000],
  ])("of %i people is %i", (people, first) => {
    expect(firstPartOf(people)).toBe(first);
  });

  test("is the larger of 100 and 2 percent rounded up, for every number of people", () => {
    const wrong: number[] = [];
    for (let people = 1; people <= 200_000; people += 1) {
      const fiftieth = (people - (people % 50)) / 50 + (people % 50 === 0 ? 0 : 1);
      if (firstPartOf(people) !== Math.max(100, fiftieth)) wrong.push(people);
    }
    expect(wrong).toEqual([]);
  });
});

describe("complete", () => {
  test.each<[what: string, parts: Partial<ReleaseState>]>([
    ["when all have begun", { begun: 10_000 }],
    ["when more have begun than there are now", { begun: 10_001 }],
    ["when there is nobody", { people: 0 }],
    ["during a look", { begun: 10_000, hasGuard: true, lookedFrom: now }],
    ["while the pace is used up", { begun: 10_000, perMinute: 1, pacedUntil: now + hour }],
    ["with a first part of everybody", { people: 80, begun: 80, hasGuard: true }],
  ])("%s", (_what, parts) => {
    expect(planRelease(stateOf(parts), now)).toEqual({ kind: "complete" });
  });
});

describe("begin", () => {
  type Case = [what: string, parts: Partial<ReleaseState>, count: number, completesFirstPart: boolean];
  test.each<Case>([
    ["one person", { people: 1 }, 1, false],
    ["a full release", { people: 500 }, 500, false],
    ["no more than a release", { people: 501 }, 500, false],
    ["the others in the last release", { people: 1200, begun: 1000 }, 200, false],
    ["the last one", { people: 1200, begun: 1199 }, 1, false],
    ["despite a pace that was removed", { pacedUntil: now + hour }, 500, false],
    ["despite a guard that was removed", { begun: 200, lookedFrom: now - 1 }, 500, false],
    ["past the first part without a guard", { people: 150 }, 150, false],

    ["the smallest first part", { people: 4000, hasGuard: true }, 100, true],
    ["2 percent", { people: 10_000, hasGuard: true }, 200, true],
    ["2 percent rounded up", { people: 5001, hasGuard: true }, 101, true],
    ["a first part of exactly a release", { people: 25_000, hasGuard: true }, 500, true],
    ["a first part larger than a release", { people: 50_000, hasGuard: true }, 500, false],
    ["the end of it", { people: 50_000, begun: 500, hasGuard: true }, 500, true],
    ["the last one of it", { people: 50_000, begun: 999, hasGuard: true }, 1, true],
    ["all but one", { people: 101, hasGuard: true }, 100, true],
    ["everybody, without a look", { people: 100, hasGuard: true }, 100, false],
    ["everybody of a few", { people: 7, begun: 3, hasGuard: true }, 4, false],

    ["after the look", { begun: 200, hasGuard: true, lookedFrom: now - lookMs }, 500, false],
    ["long after", { begun: 9900, hasGuard: true, lookedFrom: now - 99 * hour }, 100, false],
    ["one after the look", { people: 101, begun: 100, hasGuard: true, lookedFrom: 0 }, 1, false],

    ["at a wide pace", { perMinute: maxPerMinute }, 500, false],
    ["a first part within the pace", { hasGuard: true, perMinute: 1000 }, 200, true],
    ["the pace's minute in a first part", { hasGuard: true, perMinute: 150 }, 150, false],
    ["a minute's worth after a rest", { perMinute: 60, pacedUntil: now - hour }, 60, false],
    ["one after a long rest", { perMinute: 1, pacedUntil: now - hour }, 1, false],
    ["one at a pace of less than one a minute", { perMinute: 1 / 6, pacedUntil: now - hour }, 1, false],
  ])("%s", (_what, parts, count, completesFirstPart) => {
    expect(planRelease(stateOf(parts), now)).toMatchObject({ kind: "begin", count, completesFirstPart });
  });
});

describe("the look", () => {
  const looking = { begun: 200, hasGuard: true };
  test.each<[what: string, parts: Partial<ReleaseState>, until: number]>([
    ["begins with the first part", { lookedFrom: now }, now + lookMs],
    ["holds in the middle", { lookedFrom: now - 4 * minute }, now + 6 * minute],
    ["holds in the last millisecond", { lookedFrom: now - lookMs + 1 }, now + 1],
    ["is told before a shorter pace", { lookedFrom: now, perMinute: 1, pacedUntil: now + 1 }, now + lookMs],
    ["is told before a longer pace", { lookedFrom: now, perMinute: 1, pacedUntil: now + hour }, now + lookMs],
    ["holds the last person, too", { people: 101, begun: 100, lookedFrom: now }, now + lookMs],
  ])("%s", (_what, parts, until) => {
    const release = planRelease(stateOf({ ...looking, ...parts }), now);
    expect(release).toEqual({ kind: "wait", until, why: "look" });
  });

  test("takes ten minutes", () => {
    expect(lookMs).toBe(10 * minute);
  });
});

describe("the pace", () => {
  /** How many begin at one moment when it is asked until nobody else may, and the wait after them. */
  const beginAllAt = (state: ReleaseState, at: number) => {
    let { begun, pacedUntil } = state;
    for (let asked = 0; asked <= state.people; asked += 1) {
      const release = planRelease({ ...state, begun, pacedUntil }, at);
      if (release.kind !== "begin") return { count: begun - state.begun, pacedUntil, release };
      begun += release.count;
      pacedUntil = release.pacedUntil;
    }
    throw new Error("People begin without an end");
  };

  test.each<[perMinute: number]>([[1], [2], [7], [60], [499], [500], [501], [999], [60_000], [maxPerMinute]])(
    "after a rest of any length, one minute's worth of %i begins",
    (perMinute) => {
      for (const rest of [minute, 2 * minute, hour, 1000 * hour]) {
        const state = stateOf({ people: 1_000_000, perMinute, pacedUntil: now - rest });
        const { count, release } = beginAllAt(state, now);
        expect(count).toBe(perMinute);
        expect(release).toMatchObject({ kind: "wait", why: "pace" });
      }
    },
  );

  test.each<[perMinute: number]>([[1], [3], [7], [59], [60], [61], [777], [60_000], [maxPerMinute]])(
    "at the end of a wait at %i a minute, somebody may begin",
    (perMinute) => {
      const state = stateOf({ people: 1_000_000, perMinute });
      const { pacedUntil, release } = beginAllAt(state, now);
      if (release.kind !== "wait") throw new Error("Nobody waits");
      expect(release.until).toBeGreaterThan(now);
      expect(release.until).toBeLessThanOrEqual(now + minute);
      expect(planRelease({ ...state, begun: perMinute, pacedUntil }, release.until)).toMatchObject({
        kind: "begin",
      });
    },
  );

  // Times that a pace of no whole milliseconds leads to.
  test.each<[perMinute: number, pacedUntil: number, at: number]>([
    [70, 1_781_562_124_310.8572, 1_781_562_125_168],
    [207, 1_781_582_095_156.145, 1_781_582_095_446],
    [1037, 1_781_820_461_234.1409, 1_781_820_461_292],
    [1883, 1_781_532_130_483.136, 1_781_532_130_515],
  ])("at %i a minute, used up until %f, a wait at %i ends later", (perMinute, pacedUntil, at) => {
    const release = planRelease(stateOf({ perMinute, pacedUntil }), at);
    if (release.kind === "wait") expect(release.until).toBeGreaterThan(at);
    else expect(release).toMatchObject({ kind: "begin", count: 1 });
  });

  test("while it is used up, nobody begins", () => {
    const release = planRelease(stateOf({ perMinute: 60, pacedUntil: now + 5000 }), now);
    expect(release).toMatchObject({ kind: "wait", why: "pace" });
  });

  test("holds after the look", () => {
    const parts = { begun: 200, hasGuard: true, lookedFrom: now - lookMs, perMinute: 60 };
    expect(planRelease(stateOf({ ...parts, pacedUntil: now + 5000 }), now)).toMatchObject({
      kind: "wait",
      why: "pace",
    });
    expect(beginAllAt(stateOf(parts), now).count).toBe(60);
  });
});

describe("random broadcasts", () => {
  type Broadcast = Pick<ReleaseState, "people" | "hasGuard" | "perMinute" | "pacedUntil">;
  type Caller = {
    /** How long it takes until it asks again after a release. */
    rest: () => number;
    /** Whether it asks before the end of a wait, and nothing may begin. */
    isEarly: () => boolean;
    /** How long after the end of a wait it asks. */
    delay: () => number;
  };
  type Begin = { at: number; count: number };

  /** Plans until it is complete, and throws at the first broken rule that holds for every caller. */
  const run = (broadcast: Broadcast, caller: Caller): { begins: Begin[]; end: number } => {
    const { people, hasGuard, perMinute } = broadcast;
    const firstPart = firstPartOf(people);
    const hasLook = hasGuard && firstPart < people;
    const begins: Begin[] = [];
    let state = stateOf(broadcast);
    let at = now;
    let completedFirstPart = 0;
    let wasPaced = false;
    // Between two releases there is at most a look and a pace to wait for.
    let stepsLeft = 2 * people + 2;
    const ensure = (holds: boolean, rule: string): void => {
      if (!holds) throw new Error(`${rule}: ${JSON.stringify({ ...state, at, broadcast })}`);
    };

    while (true) {
      stepsLeft -= 1;
      ensure(stepsLeft >= 0, "It finishes");
      const release = planRelease(state, at);
      if (release.kind === "complete") break;

      if (release.kind === "wait") {
        ensure(release.until > at, "A wait ends later");
        ensure(
          release.why === "pace" || (hasLook && state.begun === firstPart),
          "Only the first part is looked at",
        );
        ensure(release.why === "look" || perMinute !== null, "Without a pace nobody waits for it");
        ensure(!wasPaced, "At the end of a pace somebody begins");
        if (caller.isEarly()) {
          const early = planRelease(state, Math.floor((at + release.until) / 2));
          ensure(early.kind !== "complete", "Waiting completes nothing");
          ensure(release.why === "pace" || early.kind === "wait", "Nobody begins during a look");
        }
        wasPaced = release.why === "pace";
        at = release.until + caller.delay();
        continue;
      }

      const { count, completesFirstPart, pacedUntil } = release;
      const begun = state.begun + count;
      ensure(Number.isInteger(count) && count >= 1, "Whole people begin");
      ensure(count <= releasePage, "No release is larger than a page");
      ensure(begun <= people, "Nobody begins twice");
      ensure(Number.isFinite(pacedUntil), "The pace has a time");
      if (hasLook) {
        const isFirstPart = begun <= firstPart;
        const isLookOver = state.lookedFrom !== null && at >= state.lookedFrom + lookMs;
        ensure(isFirstPart || isLookOver, "The others begin after the look");
        ensure(
          completesFirstPart === (begun === firstPart),
          "The release that completes the first part says so",
        );
      } else ensure(!completesFirstPart, "Without a look no first part is completed");
      if (completesFirstPart) completedFirstPart += 1;

      begins.push({ at, count });
      state = { ...state, begun, pacedUntil, lookedFrom: completesFirstPart ? at : state.lookedFrom };
      wasPaced = false;
      at += caller.rest();
    }

    ensure(begins.reduce((sum, { count }) => sum + count, 0) === people, "Everybody begins once");
    ensure(completedFirstPart === (hasLook ? 1 : 0), "The first part is completed once");
    return { begins, end: at };
  };

  /**
   * The most by which people began faster than allowed, over every stretch of time: in a stretch of m minutes at
   * most m + 1 minutes' worth may begin, the one more being what an idle time before left unused. That is a bucket
   * that holds one minute's worth, and fills at the pace.
   */
  const excessOf = (begins: readonly Begin[], perMinute: number): number => {
    let left = perMinute;
    let since = now;
    let excess = 0;
    for (const { at, count } of begins) {
      left = Math.min(perMinute, left + ((at - since) / minute) * perMinute) - count;
      since = at;
      excess = Math.max(excess, -left);
    }
    return excess;
  };

  /** The most people that begin within a minute, its last moment not included. */
  const busiestMinuteOf = (begins: readonly Begin[]): number => {
    let first = 0;
    let inside = 0;
    let most = 0;
    for (const { at, count } of begins) {
      inside += count;
      for (let oldest = begins[first]; oldest && oldest.at <= at - minute; oldest = begins[first]) {
        inside -= oldest.count;
        first += 1;
      }
      most = Math.max(most, inside);
    }
    return most;
  };

  const punctual: Caller = { rest: () => 0, isEarly: () => false, delay: () => 0 };

  test("with pauses and delays: everybody begins once, after the look, and within the pace", () => {
    const { random, upTo, magnitudeUpTo } = createRandom(20_260_615);
    const pause = () => (random() < 0.002 ? Math.floor(random() * 3 * hour) : 0);
    const caller: Caller = {
      rest: () => (random() < 0.5 ? 0 : Math.floor(random() * 2000)) + pause(),
      isEarly: () => random() < 0.1,
      delay: () => (random() < 0.5 ? 0 : Math.floor(random() * 5000)) + pause(),
    };
    for (let round = 0; round < 150; round += 1) {
      const perMinute = random() < 0.2 ? null : magnitudeUpTo(maxPerMinute);
      const people = random() < 0.3 ? upTo(50_000) : magnitudeUpTo(50_000);
      const pacedUntil = random() < 0.5 ? 0 : now;
      const broadcast = { people, perMinute, hasGuard: random() < 0.6, pacedUntil };
      const { begins } = run(broadcast, caller);
      // One person of rounding.
      if (perMinute !== null) {
        expect(excessOf(begins, perMinute), JSON.stringify(broadcast)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("without an idle time: no minute has more than the pace, and none of it is lost", () => {
    const { random, upTo, magnitudeUpTo } = createRandom(20_261_116);
    for (let round = 0; round < 80; round += 1) {
      const perMinute = magnitudeUpTo(maxPerMinute);
      const people = random() < 0.3 ? upTo(50_000) : magnitudeUpTo(50_000);
      // The pace is used up when it starts, so that no idle time came before it.
      const broadcast = { people, perMinute, hasGuard: false, pacedUntil: now };
      const label = JSON.stringify(broadcast);
      const { begins, end } = run(broadcast, punctual);
      expect(busiestMinuteOf(begins), label).toBeLessThanOrEqual(perMinute + 1);
      // A thousandth for times in whole milliseconds.
      expect(end - now, label).toBeLessThanOrEqual((people / perMinute) * minute * 1.001 + minute);
    }
  });

  test("a pause of any length is not made up for", () => {
    const { magnitudeUpTo, random } = createRandom(31);
    for (let round = 0; round < 50; round += 1) {
      const perMinute = magnitudeUpTo(5000);
      const people = 10 * perMinute;
      const pausedAfter = Math.floor(random() * people);
      const pause = Math.floor(random() * 100 * hour);
      let begun = 0;
      let isPaused = false;
      const plan = run(
        { people, perMinute, hasGuard: false, pacedUntil: now },
        {
          ...punctual,
          delay: () => {
            begun += 1;
            if (isPaused || begun < pausedAfter) return 0;
            isPaused = true;
            return pause;
          },
        },
      );
      // A minute's worth that the pause left, and the pace of the minute itself.
      expect(busiestMinuteOf(plan.begins)).toBeLessThanOrEqual(2 * perMinute + 1);
    }
  });
});
