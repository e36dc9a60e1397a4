import { describe, expect, test } from "vitest";
import { blankPerson, type PersonWithConsents } from "#domain/people/person-record.ts";
import { type ImportOptions, importOptions } from "./import-options.ts";
import { planPage } from "./plan-page.ts";
import { columnModes } from "./plan-row.ts";
import { planUndo } from "./plan-undo.ts";
import { createRowReader } from "./read-row.ts";
import { createSeenAddresses } from "./seen-addresses.ts";

const now = Date.UTC(2026, 10, 16);
const targets = ["fullName", "email", "phone", "town", "status", "tags", "consent.sms", "dnc"] as const;

const person = (change: Partial<PersonWithConsents>): PersonWithConsents => {
  const made = { ...blankPerson("ana", now - 1000), firstName: "Ana", email: "ana@example.com", ...change };
  return { ...made, addresses: [made.email, made.phone].flatMap((address) => address ?? []) };
};

const plan = (
  rows: string[][],
  {
    known = [],
    column = {},
    ...options
  }: { known?: PersonWithConsents[]; column?: object } & Partial<ImportOptions> = {},
) => {
  const parsed = importOptions.parse({
    columns: targets.map((target) => ({ target, ...column })),
    ...options,
  });
  const read = createRowReader({
    headers: [...targets],
    columns: parsed.columns,
    options: parsed,
    country: "US",
    owners: new Map(),
    fields: new Map(),
    now,
  });
  let ids = 0;
  return planPage(
    rows.map((cells, index) => read(index + 2, cells)),
    {
      people: known,
      survivors: new Map(),
      earlierLine: () => undefined,
      notes: new Set<string>(),
      optedOut: new Set(),
    },
    { options: parsed, modes: columnModes(parsed.columns), now, newId: () => `new-${++ids}` },
  );
};
const row = (cells: Partial<Record<(typeof targets)[number], string>>): string[] =>
  targets.map((target) => cells[target] ?? "");
const ana = { fullName: "Ana Rivera", email: "ana@example.com" };

describe("a row", () => {
  test.each<[string, string[], object, string, object]>([
    ["adds a new person", row(ana), {}, "added", { firstName: "Ana", lastName: "Rivera" }],
    [
      "fills blanks only",
      row({ ...ana, town: "Ponce" }),
      { known: [person({ town: "Caguas" })] },
      "changed",
      { lastName: "Rivera" },
    ],
    [
      "overwrites where it is told to",
      row({ ...ana, town: "Ponce" }),
      { known: [person({ town: "Caguas", lastName: "Rivera" })], column: { mode: "overwrite" } },
      "changed",
      { town: "Ponce" },
    ],
    [
      "with blank cells empties fields where it is told to",
      row(ana),
      {
        known: [person({ town: "Caguas", lastName: "Rivera" })],
        column: { blankClears: true, mode: "fill" },
      },
      "changed",
      { town: null },
    ],
    ["changes nothing", row({ email: "ana@example.com" }), { known: [person({})] }, "unchanged", {}],
    [
      "appends tags",
      row({ ...ana, tags: "b" }),
      { known: [person({ tags: ["a"], lastName: "Rivera" })], column: { mode: "append" } },
      "changed",
      { tags: ["a", "b"] },
    ],
    [
      "moves the stage forward",
      row({ ...ana, status: "won" }),
      { known: [person({ lastName: "R" })], column: { mode: "overwrite" } },
      "changed",
      { status: "converted" },
    ],
    ["is refused where no people are added", row(ana), { create: false }, "refused", {}],
    [
      "is refused where people are not changed",
      row(ana),
      { known: [person({})], update: false },
      "refused",
      {},
    ],
    ["without address is refused", row({ fullName: "Ana Rivera" }), {}, "refused", {}],
    ["of totals is refused", row({ fullName: "TOTAL", town: "5" }), {}, "refused", {}],
    ["that repeats the header is refused", [...targets], {}, "refused", {}],
    ["of a test is refused", row({ fullName: "test test", email: "a@example.com" }), {}, "refused", {}],
  ])("%s", (_, cells, settings, verdict, after) => {
    const [planned] = plan([cells], settings).rows;
    expect(planned?.verdict).toBe(verdict);
    expect(planned?.after).toMatchObject(after);
    if (verdict === "unchanged" || verdict === "refused") expect(planned?.after).toEqual({});
  });

  test("never moves the stage back unless it is told to", () => {
    const known = [person({ status: "converted" })];
    const cells = row({ ...ana, status: "new" });
    const kept = plan([cells], { known, column: { mode: "overwrite" } }).rows[0];
    expect(kept?.after).not.toHaveProperty("status");
    expect(kept?.problems).toContainEqual({ code: "status_kept", status: "converted", value: "new" });
    const back = plan([cells], { known, column: { mode: "overwrite" }, statusMayGoBack: true }).rows[0];
    expect(back?.after).toMatchObject({ status: "new" });
  });

  test.each<[string, string, Partial<PersonWithConsents>, boolean, object[]]>([
    ["agreement without proof is unproven", "yes", {}, false, [{ channel: "sms", state: "unproven" }]],
    ["agreement with proof is granted", "yes", {}, true, [{ channel: "sms", state: "granted" }]],
    [
      "a refusal always counts",
      "no",
      { consents: { sms: true } },
      false,
      [{ channel: "sms", state: "denied" }],
    ],
    ["a denial is not lifted, even with proof", "yes", { consents: { sms: false } }, true, []],
    ["a recorded denial is not lifted", "yes", { consentStates: { sms: "denied" } }, true, []],
    ["a request not to be contacted is not lifted", "yes", { consents: { dnc: true } }, true, []],
    [
      "a proven consent is not weakened",
      "yes",
      { consents: { sms: true }, consentStates: { sms: "granted" } },
      false,
      [],
    ],
  ])("%s", (_, word, change, hasProof, consents) => {
    const proof = hasProof ? { how: "paper" as const, when: "2026-11-08", note: "" } : null;
    const planned = plan([row({ ...ana, "consent.sms": word })], { known: [person(change)], proof }).rows[0];
    expect(planned?.consents).toEqual(consents);
  });

  test("only adds requests not to be contacted", () => {
    const added = plan([row({ ...ana, dnc: "yes" })], { known: [person({})] }).rows[0];
    expect(added).toMatchObject({ optOuts: ["all"], after: { "consents.dnc": true } });
    const kept = plan([row({ ...ana, dnc: "no" })], { known: [person({ consents: { dnc: true } })] }).rows[0];
    expect(kept?.person?.consents).toEqual({ dnc: true });
  });
});

describe("rows of one page", () => {
  test("with the same phone are joined", () => {
    const planned = plan([
      row({ fullName: "Wanda Irizarry", phone: "787-555-0160" }),
      row({ fullName: "Wanda Irizarry", phone: "(787) 555-0160", email: "wanda@example.com", town: "Ponce" }),
    ]);
    expect(planned.rows.map(({ verdict }) => verdict)).toEqual(["added", "joined"]);
    expect(planned.added).toMatchObject([
      { phone: "+17875550160", email: "wanda@example.com", town: "Ponce" },
    ]);
    expect(planned.rows[1]?.problems).toContainEqual({ code: "twice_in_file", line: 2 });
  });

  test("with the phone of another person in the household make a new one", () => {
    const known = [person({ phone: "+17875550160" })];
    const planned = plan([row({ fullName: "Luis Rivera", email: "luis@example.com", phone: "7875550160" })], {
      known,
    });
    expect(planned.rows[0]?.verdict).toBe("added");
    expect(planned.possibleDuplicates).toEqual([{ personId: "new-1", otherId: "ana" }]);
  });
});

describe("an undo", () => {
  const facts = { isMerged: false, hasMessages: false, hasEvents: false };
  const [changed] = plan([row({ ...ana, town: "Ponce" })], { known: [person({ lastName: "R" })] }).rows;
  const undoable = {
    line: 2,
    verdict: "changed" as const,
    personId: "ana",
    before: changed?.before ?? {},
    after: changed?.after ?? {},
  };
  const after = changed?.person as PersonWithConsents;

  test("puts fields and version back", () => {
    const undone = planUndo(undoable, { ...facts, person: after }, now + 5000);
    expect(undone).toMatchObject({ result: "reversed", effect: "restore", restored: 1 });
    expect(undone.person).toEqual({ ...after, town: null, updatedAt: now - 1000 });
  });

  test("keeps what was changed since, and says what", () => {
    const edited = { ...after, town: "Caguas", updatedAt: now + 1 };
    expect(planUndo(undoable, { ...facts, person: edited }, now + 5000)).toMatchObject({
      result: "kept",
      reason: { code: "changed_since", fields: "town" },
      restored: 0,
    });
  });

  test("never lifts a refusal", () => {
    const [refused] = plan([row({ ...ana, "consent.sms": "no" })], {
      known: [person({ lastName: "R", consents: { sms: true } })],
    }).rows;
    const undone = planUndo(
      { ...undoable, before: refused?.before ?? {}, after: refused?.after ?? {} },
      { ...facts, person: refused?.person as PersonWithConsents },
      now,
    );
    expect(undone).toMatchObject({ result: "kept", reason: { code: "refusal_stays" } });
    expect(undone.person?.consents).toEqual({ sms: false });
  });

  test("removes an added person only while nothing happened to them", () => {
    const [added] = plan([row(ana)]).rows;
    const addedRow = {
      line: 2,
      verdict: "added" as const,
      personId: "new-1",
      before: {},
      after: added?.after ?? {},
    };
    const made = added?.person as PersonWithConsents;
    expect(planUndo(addedRow, { ...facts, person: made }, now).effect).toBe("remove");
    expect(planUndo(addedRow, { ...facts, hasMessages: true, person: made }, now).reason?.code).toBe(
      "has_messages",
    );
    expect(planUndo(addedRow, { ...facts, person: { ...made, updatedAt: now + 9 } }, now).reason?.code).toBe(
      "changed_since",
    );
    expect(planUndo(addedRow, { ...facts, person: undefined }, now)).toMatchObject({
      result: "reversed",
      effect: null,
    });
  });
});

test("addresses of a large file are remembered with their first line", () => {
  const seen = createSeenAddresses();
  for (let line = 1; line <= 200_000; line++) seen.add(`p${line}@example.com`, line);
  seen.add("p7@example.com", 999);
  expect([seen.find("p7@example.com"), seen.find("p200000@example.com"), seen.find("other")]).toEqual([
    7,
    200_000,
    undefined,
  ]);
});
