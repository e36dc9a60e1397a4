import type { ConsentState } from "#domain/compliance/consent.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { RowVerdict } from "#domain/people/batch.ts";
import { joinLists } from "#domain/people/join-lists.ts";
import { pickedColumns } from "#domain/people/person-columns.ts";
import {
  blankPerson,
  isSameValue,
  type PersonWithConsents,
  putChanged,
  readChanged,
} from "#domain/people/person-record.ts";
import { personStatuses } from "#domain/person.ts";
import type { ImportColumn, ImportOptions } from "./import-options.ts";
import type { ImportProblem } from "./import-problems.ts";
import { type ConsentKey, changedName, consentKeys, type ReadRow } from "./read-row.ts";

export type ColumnModes = ReadonlyMap<string, ImportColumn["mode"]>;

/** How each field is changed; of two columns for one field the first counts. */
export const columnModes = (columns: readonly ImportColumn[]): ColumnModes => {
  const modes = new Map<string, ImportColumn["mode"]>();
  const add = (name: string, mode: ImportColumn["mode"]): void => {
    if (!modes.has(name)) modes.set(name, mode);
  };
  for (const column of columns) {
    if (column.target === "skip") continue;
    const names = column.target === "fullName" ? ["firstName", "lastName"] : [changedName(column)];
    for (const name of names) add(name, column.mode);
  }
  return modes;
};

export type RowPlan = {
  verdict: RowVerdict;
  /** The person as the row leaves them; null for a row that is left out. */
  person: PersonWithConsents | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  problems: ImportProblem[];
  consents: { channel: ConsentKey; state: ConsentState }[];
  /** What the addresses are opted out of. */
  optOuts: SuppressionScope[];
  otherAddresses: { kind: "email" | "phone"; value: string; label: string | null }[];
  /** Labels of a new person's primary addresses. */
  labels: { value: string; label: string }[];
  note: string | null;
};

/** What a blank cell may not empty. */
const neverCleared = new Set(["type", "status", "createdAt", "id", "note", "dnc"]);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Collects changes of one person, with what was there before. */
const trackChanges = (start: PersonWithConsents) => {
  const person: PersonWithConsents = {
    ...start,
    consents: { ...start.consents },
    fields: { ...start.fields },
  };
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const set = (name: string, value: unknown): void => {
    const current = readChanged(person, name);
    if (isSameValue(current, value)) return;
    if (!(name in before)) before[name] = current;
    after[name] = value ?? null;
    putChanged(person, name, value ?? null);
  };
  return { set, read: (name: string) => readChanged(person, name), person: () => person, before, after };
};
type Changes = ReturnType<typeof trackChanges>;

const setByMode = (changes: Changes, name: string, value: unknown, mode: ImportColumn["mode"]): void => {
  const current = changes.read(name);
  if (Array.isArray(value) && mode === "append" && Array.isArray(current))
    changes.set(name, joinLists(current as string[], value as string[]));
  else if (mode === "overwrite" || isEmpty(current)) changes.set(name, value);
};

const setStatus = (
  changes: Changes,
  status: string,
  options: ImportOptions,
  problems: ImportProblem[],
): void => {
  const places = personStatuses as readonly string[];
  const current = String(changes.read("status"));
  if (places.indexOf(status) >= places.indexOf(current) || options.statusMayGoBack)
    changes.set("status", status);
  else problems.push({ code: "status_kept", status: current, value: status });
};

/** Consents: a refusal always counts and is never lifted; agreement without proof is unproven. */
const planConsents = (
  changes: Changes,
  row: ReadRow,
  options: ImportOptions,
  problems: ImportProblem[],
): RowPlan["consents"] => {
  const { consents: flags, consentStates } = changes.person();
  const planned: RowPlan["consents"] = [];
  for (const channel of consentKeys) {
    const agreed = row.consents[channel];
    if (agreed === undefined) continue;
    const flagged = flags[channel] === undefined ? undefined : flags[channel] ? "unproven" : "denied";
    const state = consentStates[channel] ?? flagged;
    const isRefused = state === "denied" || flags[channel] === false || flags.dnc === true;
    if (agreed && isRefused) {
      problems.push({ code: "refusal_kept", target: channel });
      continue;
    }
    const next: ConsentState = agreed
      ? options.proof && !row.unproven.includes(channel)
        ? "granted"
        : "unproven"
      : "denied";
    const isKnown = state === next || (next === "unproven" && state === "granted");
    // A refusal also ends an agreement that only the person's row still has.
    if (isKnown && (agreed || flags[channel] !== true)) continue;
    if (!isKnown) planned.push({ channel, state: next });
    const name = `consents.${channel}`;
    changes.before[name] ??= flags[channel] ?? null;
    changes.set(name, agreed);
    changes.after[name] = agreed;
  }
  return planned;
};

const emptyPlan = (verdict: RowVerdict, problems: ImportProblem[]): RowPlan => ({
  verdict,
  person: null,
  before: {},
  after: {},
  problems,
  consents: [],
  optOuts: [],
  otherAddresses: [],
  labels: [],
  note: null,
});

export const refuseRow = (row: ReadRow, problem?: ImportProblem): RowPlan =>
  emptyPlan("refused", problem ? [...row.problems, problem] : row.problems);

type PlanSettings = {
  options: ImportOptions;
  modes: ColumnModes;
  now: number;
  newId: () => string;
  /** Whether the person has a note with this text already. */
  hasNote: (personId: string, text: string) => boolean;
};

/** What a row does to the person whom it names, or to a new one. */
export const planRow = (
  row: ReadRow,
  known: PersonWithConsents | undefined,
  { options, modes, now, newId, hasNote }: PlanSettings,
): RowPlan => {
  const problems = [...row.problems];
  const changes = trackChanges(known ?? blankPerson(newId(), now));
  const { values } = row;
  const modeOf = (name: string): ImportColumn["mode"] => (known ? (modes.get(name) ?? "fill") : "overwrite");
  for (const name of row.cleared)
    if (known && !neverCleared.has(name) && !name.startsWith("consent."))
      changes.set(name, name === "tags" || name === "sources" ? [] : null);
  for (const name of pickedColumns) {
    const value = values[name];
    // A further address of the person does not become the primary one unless it shall.
    const isFurther =
      (name === "email" || name === "phone") &&
      [String(value), row.written[String(value)]].some((form) => known?.addresses.includes(form ?? ""));
    if (value !== undefined && !(isFurther && modeOf(name) === "fill"))
      setByMode(changes, name, value, modeOf(name));
  }
  for (const name of ["tags", "sources"] as const) {
    const value = values[name];
    if (value !== undefined) setByMode(changes, name, value, modeOf(name));
  }
  if (options.tag) changes.set("tags", joinLists(changes.person().tags, [options.tag]));
  for (const [key, value] of Object.entries(values.fields ?? {}))
    setByMode(changes, `fields.${key}`, value, modeOf(`fields.${key}`));
  if (values.type !== undefined && modeOf("type") === "overwrite") changes.set("type", values.type);
  if (values.status !== undefined && modeOf("status") === "overwrite")
    setStatus(changes, values.status, options, problems);
  // A change of the stage makes a trigger set these.
  if (known && "status" in changes.after)
    Object.assign(changes.before, { stageReached: known.stageReached, convertedAt: known.convertedAt });
  if (!known && values.createdAt !== undefined) changes.set("createdAt", values.createdAt);
  const consents = planConsents(changes, row, options, problems);
  const isNewRefusal = row.dnc && changes.person().consents.dnc !== true;
  if (isNewRefusal) changes.set("consents.dnc", true);
  const otherAddresses = planAddresses(row, changes.person(), known ? modes : undefined);
  if (otherAddresses.length > 0) {
    changes.before.addresses = [];
    changes.after.addresses = otherAddresses.map(({ value }) => value);
  }
  const note = row.note !== null && known && hasNote(known.id, row.note) ? null : row.note;
  if (note !== null) {
    changes.before.note = null;
    changes.after.note = note;
  }
  return {
    verdict: known ? (Object.keys(changes.after).length > 0 ? "changed" : "unchanged") : "added",
    person: changes.person(),
    before: known ? changes.before : {},
    after: changes.after,
    problems,
    consents,
    optOuts: [...(isNewRefusal ? (["all"] as const) : []), ...row.optOuts],
    otherAddresses,
    labels: known ? [] : labelsOf(row),
    note,
  };
};

const labelsOf = ({ values, labels }: ReadRow): RowPlan["labels"] =>
  [values.email, values.phone].flatMap((value) => {
    const label = value === undefined ? undefined : labels[value];
    return value === undefined || label === undefined ? [] : [{ value, label }];
  });

/** Addresses that the person does not have yet, besides the primary ones. */
const planAddresses = (
  row: ReadRow,
  person: PersonWithConsents,
  modes: ColumnModes | undefined,
): RowPlan["otherAddresses"] => {
  const have = new Set([...person.addresses, person.email?.toLowerCase(), person.phone]);
  const further = (kind: "email" | "phone", list: string[]): RowPlan["otherAddresses"] => {
    const primary = row.values[kind];
    const appended = modes?.get(kind) === "append" && primary !== undefined ? [primary] : [];
    return [...new Set([...appended, ...list])]
      .filter((value) => !have.has(value) && !have.has(row.written[value] ?? value))
      .map((value) => ({ kind, value, label: row.labels[value] ?? null }));
  };
  return [...further("email", row.otherEmails), ...further("phone", row.otherPhones)];
};
