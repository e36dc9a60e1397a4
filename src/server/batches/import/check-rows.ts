import type { PersonField } from "#contract/person-fields.ts";
import type { ImportOptions } from "#domain/import/import-options.ts";
import { isImportProblem } from "#domain/import/import-problems.ts";
import type { BatchCounts } from "#domain/import/import-state.ts";
import { matchValue, type PagePlan, planPage, rowAddresses } from "#domain/import/plan-page.ts";
import type { ReadRow } from "#domain/import/read-row.ts";
import { createSeenAddresses } from "#domain/import/seen-addresses.ts";
import type { PersonWithConsents } from "#domain/people/person-record.ts";
import { eventReceived } from "#domain/rules/snapshot.ts";
import { emptyHistory } from "#domain/scoring/history.ts";
import { learnedChoices } from "#domain/scoring/learned-fields.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import { batchActor } from "#server/batches/batch-actor.ts";
import { createProgressClock } from "#server/batches/progress-clock.ts";
import type { Reader } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { ruleSnapshot } from "#server/pipeline/react/decide-rules.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { readEnabledRules, type StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { lockBatch, type StoredBatch, updateBatch } from "#server/store/batches/batches.ts";
import { findRowsOfNewPeople } from "#server/store/batches/checked-rows.ts";
import {
  findOptedOut,
  findSameNotes,
  findSurvivors,
  readRawRows,
  savePlannedRows,
} from "#server/store/batches/import-people.ts";
import { type AddressHash, openAddressHash } from "#server/store/compliance/address-hash.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { type PersonProfile, scoringFacts } from "#server/store/people/profiles.ts";
import { findPeople } from "#server/store/people/stored-people.ts";
import { type LoadedImport, loadImport, peopleKeys, rowNotes } from "./load-import.ts";

const pageSize = 2000;
const maxExamples = 5;
/** Rules are evaluated for so many new people; of a larger file the figures are scaled up. */
const maxEvaluated = 20_000;

/** The type of the reaction that rules get for an imported person, where the operator asked for it. */
export const importedType = "person_imported";

/** Addresses of a page that are opted out. */
export const findOptedOutAddresses = async (
  db: Reader,
  rows: readonly ReadRow[],
  hash: AddressHash,
): Promise<Set<string>> => {
  const addressByHash = new Map(
    rows.flatMap(rowAddresses).map((address) => [hash(address).toString("hex"), address]),
  );
  const optedOut = await findOptedOut(db, [...addressByHash.keys()]);
  return new Set([...optedOut].flatMap((hex) => addressByHash.get(hex) ?? []));
};

/** Counts rows by verdict and problems by kind. */
export const createTally = (start: BatchCounts = {}) => {
  const counts: BatchCounts = { ...start };
  const problems = new Map(
    (start.problems ?? []).map((problem) => [problem.code, { ...problem, examples: [...problem.examples] }]),
  );
  return {
    add: (plan: PagePlan): void => {
      for (const { verdict, problems: found } of plan.rows) {
        counts[verdict] = (counts[verdict] ?? 0) + 1;
        const seen = new Set<string>();
        for (const { code, value } of found) {
          const problem = problems.get(code) ?? { code, count: 0, examples: [] };
          if (!seen.has(code)) problem.count += 1;
          seen.add(code);
          const example = value === undefined || value === null ? "" : String(value);
          if (example !== "" && problem.examples.length < maxExamples && !problem.examples.includes(example))
            problem.examples.push(example);
          problems.set(code, problem);
        }
      }
    },
    result: (): BatchCounts => ({
      ...counts,
      problems: [...problems.values()]
        .filter(({ code }) => isImportProblem(code))
        .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    }),
  };
};

const toProfile = (
  { type, status, consents, ...person }: PersonWithConsents,
  fields: readonly PersonField[],
): PersonProfile => ({
  ...person,
  type: type as PersonProfile["type"],
  status: status as PersonProfile["status"],
  consents: consents as PersonProfile["consents"],
  scores: null,
  history: null,
  choices: learnedChoices(person.fields, fields),
  // The addresses of new people are checked against the opt-outs when they are stored.
  isOptedOut: false,
});

/** Which rules would fire for new people, by the same evaluation as the reactor's. */
const createRuleTally = (
  rules: readonly StoredCompiledRule[],
  { scorer, fields }: { scorer: Scorer; fields: readonly PersonField[] },
  timezone: string,
  now: number,
) => {
  const fires = new Map<string, number>();
  let evaluated = 0;
  return {
    add: (people: readonly PersonWithConsents[]): void => {
      if (rules.length === 0) return;
      for (const person of people) {
        if (evaluated >= maxEvaluated) return;
        evaluated += 1;
        const profile = toProfile(person, fields);
        const { scores } = scorer.score({ facts: scoringFacts(profile), history: emptyHistory, now });
        const snapshot = ruleSnapshot(profile, null, scores, timezone, now);
        const event = eventReceived({ previousScores: null, scores }, importedType);
        for (const { id, compiled } of rules)
          if (compiled.fires(snapshot, event)) fires.set(id, (fires.get(id) ?? 0) + 1);
      }
    },
    result: (added: number): Pick<BatchCounts, "rules" | "rulesEvaluated"> => ({
      rulesEvaluated: rules.length === 0 ? added : evaluated,
      rules: rules.flatMap(({ id, name }) => {
        const count = fires.get(id) ?? 0;
        return count === 0
          ? []
          : [{ ruleId: id, name, people: Math.round((count * Math.max(added, evaluated)) / evaluated) }];
      }),
    }),
  };
};

type SeenKeys = ReturnType<typeof createSeenAddresses>;

/** By what a later row may name the same person. */
const rowKeys = (row: ReadRow, options: ImportOptions): string[] => {
  const value = options.matchBy === "field" ? matchValue(row, options) : undefined;
  return value === undefined ? rowAddresses(row) : [`field ${value}`];
};

/** People whom earlier rows of the file add, as these rows leave them, so that rows are matched as the run will. */
const findNewPeople = async (
  db: Reader,
  batchId: string,
  loaded: LoadedImport,
  rows: readonly ReadRow[],
  seen: SeenKeys,
): Promise<PersonWithConsents[]> => {
  if (loaded.options.matchBy === "none") return [];
  const kept = rows.filter(({ refusal }) => refusal === null);
  const lines = kept.flatMap((row) => rowKeys(row, loaded.options).flatMap((key) => seen.find(key) ?? []));
  const earlier = await findRowsOfNewPeople(db, batchId, [...new Set(lines)]);
  const byPerson = Map.groupBy(earlier, ({ personId }) => personId);
  return [...byPerson].flatMap(([personId, own]) => {
    const { added } = planPage(
      own.map(({ line, raw }) => loaded.read(line, raw)),
      {
        people: [],
        survivors: new Map(),
        earlierLine: () => undefined,
        optedOut: new Set(),
        notes: new Set(),
      },
      { options: loaded.options, modes: loaded.modes, now: Date.now(), newId: () => personId },
    );
    return added;
  });
};

const planNext = async (
  db: Reader,
  batchId: string,
  loaded: LoadedImport,
  rows: ReadRow[],
  seen: SeenKeys,
  hash: AddressHash,
): Promise<PagePlan> => {
  const keys = peopleKeys(rows, loaded.options);
  const survivors = await findSurvivors(db, keys.ids);
  const stored = await findPeople(db, { ...keys, ids: [...keys.ids, ...survivors.values()] });
  const people = [...stored, ...(await findNewPeople(db, batchId, loaded, rows, seen))];
  const optedOut = await findOptedOutAddresses(db, rows, hash);
  const notes = await findSameNotes(
    db,
    stored.map(({ id }) => id),
    rowNotes(rows),
  );
  const plan = planPage(
    rows,
    { people, survivors, earlierLine: seen.find, optedOut, notes },
    { options: loaded.options, modes: loaded.modes, now: Date.now(), newId },
  );
  plan.rows.forEach(({ person, line, verdict }, index) => {
    const row = rows[index];
    if (verdict === "refused" || !row) return;
    for (const key of rowKeys(row, loaded.options)) seen.add(key, line);
    if (person) seen.add(person.id, line);
  });
  return plan;
};

/**
 * Finds out what each row would do. It writes nothing but the rows of the batch, and starts at the first row each time,
 * because rows are compared with all earlier ones.
 */
export const checkImport = async (
  context: JobContext,
  batch: StoredBatch,
): Promise<StoredBatch | undefined> => {
  const { database, write, general, keyring } = context;
  const settings = await general();
  const loaded = await loadImport(database.db, batch, settings);
  const hash = await openAddressHash(database.db, keyring);
  const isProgressDue = createProgressClock();
  const seen = createSeenAddresses();
  const tally = createTally();
  const rules = createRuleTally(
    await readEnabledRules(database.db),
    { scorer: await readScorer(database.db), fields: await listPersonFields(database.db) },
    settings.timezone,
    Date.now(),
  );
  let current: StoredBatch | undefined = batch;
  for (let after = 0; current?.state === "checking"; ) {
    const raw = await readRawRows(database.db, batch.id, after, pageSize);
    const rows = raw.map(({ line, raw: cells }) => loaded.read(line, cells));
    const plan = await planNext(database.db, batch.id, loaded, rows, seen, hash);
    tally.add(plan);
    rules.add(plan.added);
    after = raw.at(-1)?.line ?? after;
    const isLast = raw.length < pageSize;
    const processed: number = isLast ? (current.total ?? 0) : current.processed + raw.length;
    current = await write(batchActor(batch), async ({ tx, touch }) => {
      const locked = await lockBatch(tx, batch.id);
      // Another worker has taken the batch over, or the operator cancelled it.
      if (locked?.state !== "checking" || locked.updatedAt.getTime() !== current?.updatedAt.getTime())
        return undefined;
      await savePlannedRows(
        tx,
        batch.id,
        plan.rows.map(({ line, verdict, before, after: written, problems, person }) => ({
          line,
          verdict,
          before,
          after: written,
          problems,
          // The run gives new people the ids of the check, so that their rows need no second write.
          personId: person?.id ?? null,
        })),
      );
      if (isProgressDue(isLast)) touch("batches");
      const counts = tally.result();
      return updateBatch(tx, batch.id, {
        processed,
        ...(isLast ? { state: "checked", counts: { ...counts, ...rules.result(counts.added ?? 0) } } : {}),
      });
    });
  }
  return current;
};
