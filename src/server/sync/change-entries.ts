import type { RecordMatch } from "#domain/sync/match-records.ts";
import { isOptedOut, type PairProblem, type SyncPerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { PushedPerson } from "#server/connectors/people/people-vendor.ts";
import { newId } from "#server/db/id.ts";
import type { NewSyncChange } from "#server/store/sync/sync-changes.ts";
import { hasFields, type PlannedPair } from "./plan-batch.ts";

/** What is sent to the vendor for one person, and what is stored once it has accepted. */
export type OutgoingPair = {
  changeId: string;
  person: PushedPerson;
  /** What both sides have once the vendor has accepted it. */
  base: Record<string, SyncValue>;
  remoteAt: number | null;
  problems: PairProblem[];
};

export const inChange = ({ plan, record, link, isNew }: PlannedPair): NewSyncChange[] => {
  const kind = isNew ? "added" : hasFields(plan.pulled.after) ? "changed" : link ? undefined : "linked";
  if (!kind || !record) return [];
  const { reasons, conflicts } = plan;
  const own = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in plan.pulled.after));
  return [
    {
      id: newId(),
      personId: plan.person.id,
      remoteId: record.id,
      way: "in",
      kind,
      state: "done",
      // Of a new person nothing was there before.
      before: isNew ? {} : plan.pulled.before,
      after: plan.pulled.after,
      reasons: isNew ? {} : (own(reasons) as Record<string, string>),
      conflicts: own(conflicts) as Record<string, SyncValue>,
      problems: [],
      message: null,
    },
  ];
};

export const problemChange = ({ plan, record, link }: PlannedPair): NewSyncChange[] => {
  const isKnown = JSON.stringify(plan.problems) === JSON.stringify(link?.problems ?? []);
  if (plan.problems.length === 0 || isKnown) return [];
  return [
    {
      id: newId(),
      personId: plan.person.id,
      remoteId: record?.id ?? null,
      way: record ? "in" : "out",
      kind: "refused",
      state: "refused",
      before: {},
      after: {},
      reasons: {},
      conflicts: {},
      problems: plan.problems,
      message: null,
    },
  ];
};

export const outgoingOf = (pair: PlannedPair): { change: NewSyncChange; outgoing: OutgoingPair }[] => {
  const { plan, record } = pair;
  const isBlocked = !record && plan.problems.some(({ code }) => code === "required_there");
  if (isBlocked || !hasFields(plan.pushed.values)) return [];
  const own = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in plan.pushed.after));
  const changeId = newId();
  return [
    {
      change: {
        id: changeId,
        personId: plan.person.id,
        remoteId: record?.id ?? null,
        way: "out",
        kind: record ? "changed" : "added",
        state: "pending",
        before: record ? plan.pushed.before : {},
        after: plan.pushed.after,
        reasons: own(plan.reasons) as Record<string, string>,
        conflicts: own(plan.conflicts) as Record<string, SyncValue>,
        problems: [],
        message: null,
      },
      outgoing: {
        changeId,
        person: {
          personId: plan.person.id,
          remoteId: record?.id ?? null,
          email: plan.person.email,
          hasEmailConsent: plan.person.consents.email === true && !isOptedOut(plan.person, "email"),
          values: plan.pushed.values,
        },
        base: { ...plan.base, ...plan.pushed.after },
        remoteAt: record?.updatedAt ?? null,
        problems: plan.problems,
      },
    },
  ];
};

export const skippedChange = ({ record, verdict, person }: RecordMatch<SyncPerson>): NewSyncChange[] =>
  verdict !== "second"
    ? []
    : [
        {
          id: newId(),
          personId: person?.id ?? null,
          remoteId: record.id,
          way: "in",
          kind: "skipped",
          state: "done",
          before: {},
          after: {},
          reasons: { contact: "second" },
          conflicts: {},
          problems: [],
          message: null,
        },
      ];
