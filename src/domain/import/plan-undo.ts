import type { CodedReason } from "#domain/coded-reason.ts";
import type { RowVerdict, UndoResult } from "#domain/people/batch.ts";
import { isSameValue, type PersonRecord, putChanged, readChanged } from "#domain/people/person-record.ts";
import type { ConsentKey } from "./read-row.ts";

/** Why a row of a batch was not, or not wholly, taken back. */
export const undoReasonCodes = [
  "changed_since",
  "has_messages",
  "has_events",
  "merged",
  "refusal_stays",
  "merge_gone",
  "merged_again",
  "fields_kept",
] as const;
export type UndoReason = CodedReason<(typeof undoReasonCodes)[number]>;

export type UndoableRow = {
  line: number;
  verdict: RowVerdict;
  personId: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** What became of a person since. */
export type UndoFacts = {
  /** Undefined for one who is gone. */
  person: PersonRecord | undefined;
  isMerged: boolean;
  /** Messages went to the person or came from them. */
  hasMessages: boolean;
  /** An endpoint or a user added something. */
  hasEvents: boolean;
};

export type UndoPlan = {
  result: UndoResult;
  reason: UndoReason | null;
  /** The person is removed, or written as this; null changes nothing. */
  effect: "remove" | "restore" | null;
  person: PersonRecord | null;
  /** Further addresses and notes that are taken back. */
  addresses: string[];
  note: string | null;
  /** Channels whose agreement is taken back with its record. */
  consents: ConsentKey[];
  /** How many fields were put back. */
  restored: number;
};

const nothing = (result: UndoResult, reason: UndoReason | null = null): UndoPlan => ({
  result,
  reason,
  effect: null,
  person: null,
  addresses: [],
  note: null,
  consents: [],
  restored: 0,
});

const planRemoval = ({ after }: UndoableRow, person: PersonRecord, facts: UndoFacts): UndoPlan => {
  if (facts.hasMessages) return nothing("kept", { code: "has_messages" });
  if (facts.hasEvents) return nothing("kept", { code: "has_events" });
  const changed = Object.keys(after).filter(
    (name) => !listed.has(name) && !isSameValue(readChanged(person, name), after[name]),
  );
  if (person.updatedAt !== after.updatedAt)
    return nothing("kept", {
      code: "changed_since",
      fields: changed.filter((name) => name !== "updatedAt").join(", "),
    });
  return { ...nothing("reversed"), effect: "remove", person };
};

/** What `after` lists besides fields of the person. */
const listed = new Set(["addresses", "note", "updatedAt", "stageReached", "convertedAt"]);

/** A consent is never brought back: what a refusal replaced stays replaced. */
const isLifted = (name: string, value: unknown): boolean =>
  name.startsWith("consents.") && value !== null && value !== undefined;
const isRefusal = (name: string, value: unknown): boolean =>
  name === "consents.dnc" ? value === true : name.startsWith("consents.") && value === false;

/**
 * What an undo does with a row. Rows are undone from the last to the first, so a person whom several rows changed is
 * put back step by step. A field that holds something else by now is kept.
 */
export const planUndo = (row: UndoableRow, facts: UndoFacts, now: number): UndoPlan => {
  const { before, after, verdict } = row;
  if (row.personId === null || Object.keys(after).length === 0) return nothing("reversed");
  const { person } = facts;
  if (!person)
    return nothing(facts.isMerged ? "kept" : "reversed", facts.isMerged ? { code: "merged" } : null);
  if (verdict === "added") return planRemoval(row, person, facts);
  const kept: string[] = [];
  const refusals: string[] = [];
  const consents: ConsentKey[] = [];
  const next: PersonRecord = { ...person, consents: { ...person.consents }, fields: { ...person.fields } };
  let restored = 0;
  for (const name of Object.keys(after).filter((field) => !listed.has(field))) {
    const current = readChanged(person, name);
    if (isRefusal(name, after[name])) refusals.push(name);
    else if (!isSameValue(current, after[name])) kept.push(name);
    else if (isLifted(name, before[name]) && !isSameValue(before[name], after[name])) refusals.push(name);
    else {
      putChanged(next, name, before[name] ?? null);
      if (name.startsWith("consents.")) consents.push(name.slice("consents.".length) as ConsentKey);
      restored += 1;
    }
  }
  const isWhole = person.updatedAt === after.updatedAt && kept.length === 0 && refusals.length === 0;
  const reason: UndoReason | null =
    kept.length > 0
      ? { code: "changed_since", fields: kept.join(", ") }
      : refusals.length > 0
        ? { code: "refusal_stays", fields: refusals.join(", ") }
        : null;
  const addresses = Array.isArray(after.addresses) ? (after.addresses as string[]) : [];
  return {
    result: reason === null ? "reversed" : "kept",
    reason,
    effect: "restore",
    person: {
      ...next,
      ...("status" in after && "stageReached" in before && !kept.includes("status")
        ? {
            stageReached: Number(before.stageReached),
            convertedAt: (before.convertedAt as number | null) ?? null,
          }
        : {}),
      updatedAt:
        isWhole && typeof before.updatedAt === "number"
          ? before.updatedAt
          : Math.max(now, person.updatedAt + 1),
    },
    addresses,
    note: typeof after.note === "string" ? after.note : null,
    consents,
    restored,
  };
};
