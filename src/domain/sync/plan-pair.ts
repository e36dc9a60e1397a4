import { maxTagsPerPerson } from "#domain/bulk-change.ts";
import { type ConsentChannel, consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import { type PersonWithConsents, putChanged, readChanged } from "#domain/people/person-record.ts";
import { cutText } from "#domain/storable-text.ts";
import { compareField, compareOptOut, type FieldOutcome, type SyncReason } from "./compare-field.ts";
import {
  type ConflictRule,
  consentChannelOf,
  type FieldLink,
  type OptOutScope,
  optOutScopeOf,
  type RemoteField,
} from "./field-map.ts";
import { haveSameTags, mergeTags } from "./merge-tags.ts";
import { compareConsent } from "./plan-consent.ts";
import {
  isSameSyncValue,
  readRemoteValue,
  type SyncValue,
  type ValueContext,
  type ValueProblem,
  writeRemoteValue,
} from "./remote-value.ts";

/** A person with the opt-outs in force for their addresses. */
export type SyncPerson = PersonWithConsents & { suppressed: readonly OptOutScope[] };

/** A contact at the vendor, with the values of the mapped fields as the vendor writes them. */
export type RemotePerson = { id: string; values: Record<string, unknown>; updatedAt: number };

export type PairProblemCode = ValueProblem | "address_of_another" | "required_there";
export type PairProblem = { field: string; code: PairProblemCode; value: string };

export type PairSettings = ValueContext & {
  map: readonly FieldLink[];
  rule: ConflictRule;
  /** The operator said where people agree at the vendor; without it agreements are unproven. */
  hasProof: boolean;
  remoteFields: ReadonlyMap<string, RemoteField>;
  /** Whether an address belongs to another person here. */
  isForeign: (address: string, personId: string) => boolean;
};

export type PairPlan = {
  /** The person as the sync leaves them. */
  person: SyncPerson;
  /** What is written here, by our field. */
  pulled: { before: Record<string, SyncValue>; after: Record<string, SyncValue> };
  /** What is written there, by our field; `values` is what the vendor gets, by its field. */
  pushed: {
    before: Record<string, SyncValue>;
    after: Record<string, SyncValue>;
    values: Record<string, SyncValue>;
  };
  reasons: Record<string, SyncReason>;
  /** The values that lost where both sides had changed. */
  conflicts: Record<string, SyncValue>;
  problems: PairProblem[];
  /** Opt-outs that came from the vendor. */
  optOuts: OptOutScope[];
  /** Channels whose agreement was given for another address. */
  unproven: ConsentChannel[];
  /** Agreements that came from the vendor. */
  agreed: { channel: ConsentChannel; state: "granted" | "unproven" }[];
  /** The values that both sides have once what is pulled is written. */
  base: Record<string, SyncValue>;
};

export const isOptedOut = ({ consents, suppressed }: SyncPerson, scope: OptOutScope): boolean =>
  consents.dnc === true ||
  suppressed.includes("all") ||
  (scope !== "all" && (consents[scope] === false || suppressed.includes(scope)));

/** A person always has a type and a stage. */
const neverBlank = new Set(["type", "status"]);

const shortened = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  return text.length > 80 ? `${cutText(text, 79)}…` : text;
};

const emptyPlan = (person: SyncPerson): PairPlan => ({
  person: { ...person, consents: { ...person.consents }, fields: { ...person.fields } },
  pulled: { before: {}, after: {} },
  pushed: { before: {}, after: {}, values: {} },
  reasons: {},
  conflicts: {},
  problems: [],
  optOuts: [],
  unproven: [],
  agreed: [],
  base: {},
});

const applyOptOut = (plan: PairPlan, scope: OptOutScope): void => {
  plan.optOuts.push(scope);
  putChanged(plan.person, scope === "all" ? "consents.dnc" : `consents.${scope}`, scope === "all");
};

/** Agreement to messages was given for an address, so it does not hold for one that replaces it. */
const demoteConsents = (plan: PairPlan, kind: "email" | "phone"): void => {
  for (const channel of consentChannels)
    if (contactAddressKindOf(channel) === kind && plan.person.consentStates[channel] === "granted")
      plan.unproven.push(channel);
};

type Pair = {
  person: SyncPerson;
  /** Undefined for a person whom the vendor does not have yet. */
  record: RemotePerson | undefined;
  /** The values after the last sync. */
  base: Record<string, SyncValue>;
  /** The person is made by this sync, so nothing of theirs counts as an own value. */
  isNew: boolean;
};

/** What a sync does with a person and the contact they are linked with, field by field. */
export const planPair = ({ person, record, base, isNew }: Pair, settings: PairSettings): PairPlan => {
  const plan = emptyPlan(person);
  const consents: (() => void)[] = [];
  for (const link of settings.map) {
    const field = settings.remoteFields.get(link.theirs);
    // A field that the vendor no longer has, or did not return, is neither read as blank nor written.
    if (!field || (record && !(link.theirs in record.values))) continue;
    const scope = optOutScopeOf(link.ours);
    const channel = consentChannelOf(link.ours);
    const pair = { person, record, base, isNew };
    if (scope) planOptOut(plan, { person, record, link, field, scope });
    else if (channel) consents.push(() => planConsent(plan, pair, { link, field, channel }, settings));
    else if (link.ours === "tags") planTags(plan, pair, link, field, settings);
    else planField(plan, pair, link, field, settings);
  }
  // Last, because an opt-out or another address of the same comparison counts for them.
  for (const planOne of consents) planOne();
  return plan;
};

/** The address of the channel is replaced by this comparison, so an agreement may have been given for the old one. */
const isAddressReplaced = ({ pulled }: PairPlan, channel: ConsentChannel): boolean => {
  const kind = contactAddressKindOf(channel);
  return kind in pulled.after && (pulled.before[kind] ?? null) !== null;
};

const planConsent = (
  plan: PairPlan,
  { record, base }: Pair,
  { link, field, channel }: { link: FieldLink; field: RemoteField; channel: ConsentChannel },
  settings: PairSettings,
): void => {
  const { person } = plan;
  const reading = readRemoteValue(record?.values[link.theirs], link, settings);
  const theirs = "value" in reading && typeof reading.value === "boolean" ? reading.value : null;
  const isRefusedHere = isOptedOut(person, channel) || person.consentStates[channel] === "denied";
  const outcome = compareConsent({
    isRefusedHere,
    isGrantedHere: person.consentStates[channel] === "granted" && !plan.unproven.includes(channel),
    theirs,
    base: base[link.ours],
    isTickBox: field.type === "boolean",
    canPush: link.direction !== "in" && !field.isReadOnly,
  });
  plan.base[link.ours] = theirs;
  if (outcome.action === "none") return;
  if (outcome.action === "push") {
    const written = writeRemoteValue(!isRefusedHere, link, field, settings);
    if ("problem" in written) return;
    plan.pushed.before[link.ours] = theirs;
    plan.pushed.after[link.ours] = !isRefusedHere;
    plan.pushed.values[link.theirs] = written.value;
  } else {
    // Agreement that is not taken over says nothing, whatever the direction; a refusal always counts.
    if (outcome.action === "agree" && link.direction === "out") return;
    const own = person.consents[channel];
    plan.pulled.before[link.ours] = typeof own === "boolean" ? own : null;
    plan.pulled.after[link.ours] = outcome.action === "agree";
    if (outcome.action === "refuse") applyOptOut(plan, channel);
    else {
      const isProven = settings.hasProof && !isAddressReplaced(plan, channel);
      plan.agreed.push({ channel, state: isProven ? "granted" : "unproven" });
      putChanged(person, `consents.${channel}`, true);
    }
  }
  plan.reasons[link.ours] = outcome.reason;
};

const planTags = (
  plan: PairPlan,
  { person, record, base, isNew }: Pair,
  link: FieldLink,
  field: RemoteField,
  settings: PairSettings,
): void => {
  const raw = record?.values[link.theirs];
  const reading = readRemoteValue(raw, link, settings);
  const theirs = "value" in reading && Array.isArray(reading.value) ? reading.value : [];
  const ours = isNew ? [] : person.tags;
  const before = base[link.ours];
  const merged = mergeTags(
    ours,
    theirs,
    Array.isArray(before) ? before : undefined,
    field.isReadOnly ? "in" : link.direction,
  );
  if (merged.ours.length > Math.max(maxTagsPerPerson, ours.length)) {
    plan.problems.push({ field: link.ours, code: "too_long", value: shortened(raw) });
    return;
  }
  plan.base[link.ours] = merged.base;
  if (!haveSameTags(merged.ours, ours)) {
    plan.pulled.before[link.ours] = ours;
    plan.pulled.after[link.ours] = merged.ours;
    plan.reasons[link.ours] = "merged";
    putChanged(plan.person, link.ours, merged.ours);
  }
  if (haveSameTags(merged.theirs, theirs)) return;
  const written = writeRemoteValue(merged.theirs, link, field, settings);
  if ("problem" in written) {
    // What both had before stays the start of the next comparison, because the vendor does not have the rest.
    plan.base[link.ours] = Array.isArray(before) ? before : theirs;
    plan.problems.push({ field: link.ours, code: written.problem, value: shortened(merged.theirs) });
    return;
  }
  plan.pushed.before[link.ours] = theirs;
  plan.pushed.after[link.ours] = merged.base;
  plan.pushed.values[link.theirs] = written.value;
  plan.reasons[link.ours] = "merged";
};

const planOptOut = (
  plan: PairPlan,
  {
    person,
    record,
    link,
    field,
    scope,
  }: Pick<Pair, "person" | "record"> & {
    link: FieldLink;
    field: RemoteField;
    scope: OptOutScope;
  },
): void => {
  const ours = isOptedOut(person, scope);
  const reading = readRemoteValue(record?.values[link.theirs], link, { country: "US", fields: new Map() });
  const theirs = "value" in reading && reading.value === true;
  const canPush = link.direction !== "in" && !field.isReadOnly;
  const { action, reason } = compareOptOut(ours, theirs, canPush);
  if (action === "none") {
    plan.base[link.ours] = ours && theirs;
    return;
  }
  plan.reasons[link.ours] = reason;
  if (action === "pull") {
    plan.pulled.before[link.ours] = false;
    plan.pulled.after[link.ours] = true;
    plan.base[link.ours] = true;
    applyOptOut(plan, scope);
  } else {
    plan.pushed.before[link.ours] = false;
    plan.pushed.after[link.ours] = true;
    const written = writeRemoteValue(true, link, field, { fields: new Map() });
    plan.pushed.values[link.theirs] = "value" in written ? written.value : true;
  }
};

/** Adds the opt-outs of a contact with which the person is not linked: a wish counts wherever it was expressed. */
export const takeOptOuts = (plan: PairPlan, record: RemotePerson, settings: PairSettings): void => {
  const { person } = plan;
  const own = emptyPlan(person);
  for (const link of settings.map) {
    const field = settings.remoteFields.get(link.theirs);
    const scope = optOutScopeOf(link.ours);
    if (field && scope && link.theirs in record.values)
      planOptOut(own, { person, record, link: { ...link, direction: "in" }, field, scope });
  }
  for (const scope of own.optOuts) applyOptOut(plan, scope);
  Object.assign(plan.pulled.before, own.pulled.before);
  Object.assign(plan.pulled.after, own.pulled.after);
  Object.assign(plan.reasons, own.reasons);
};

/** What a sync does with a person and a second contact of theirs: it takes its opt-outs, and nothing else. */
export const planSecond = (person: SyncPerson, record: RemotePerson, settings: PairSettings): PairPlan => {
  const plan = emptyPlan(person);
  takeOptOuts(plan, record, settings);
  return plan;
};

const planField = (
  plan: PairPlan,
  { person, record, base, isNew }: Pair,
  link: FieldLink,
  field: RemoteField,
  settings: PairSettings,
): void => {
  const raw = record?.values[link.theirs];
  const reading = readRemoteValue(raw, link, settings);
  if ("problem" in reading) {
    plan.problems.push({ field: link.ours, code: reading.problem, value: shortened(raw) });
    return;
  }
  const theirs = reading.value;
  const ours = isNew ? null : (readChanged(person, link.ours) as SyncValue);
  const outcome = compareField({
    base: base[link.ours],
    ours,
    theirs,
    direction: field.isReadOnly ? "in" : link.direction,
    rule: settings.rule,
    oursAt: person.updatedAt,
    theirsAt: record?.updatedAt ?? 0,
  });
  if (outcome.action === "pull") pull(plan, link.ours, ours, theirs, outcome, settings);
  else if (outcome.action === "push") push(plan, link, field, ours, theirs, outcome, settings);
  else if (isSameSyncValue(ours, theirs)) plan.base[link.ours] = ours;
};

const note = (plan: PairPlan, ours: string, loser: SyncValue, { reason, isConflict }: FieldOutcome): void => {
  plan.reasons[ours] = reason;
  if (isConflict) plan.conflicts[ours] = loser;
};

const pull = (
  plan: PairPlan,
  name: string,
  ours: SyncValue,
  theirs: SyncValue,
  outcome: FieldOutcome,
  { isForeign }: PairSettings,
): void => {
  if (theirs === null && neverBlank.has(name)) return;
  const isAddress = name === "email" || name === "phone";
  if (isAddress && typeof theirs === "string" && isForeign(theirs, plan.person.id)) {
    plan.problems.push({ field: name, code: "address_of_another", value: theirs });
    return;
  }
  if (isAddress && ours !== null && theirs !== null) demoteConsents(plan, name);
  plan.pulled.before[name] = ours;
  plan.pulled.after[name] = theirs;
  plan.base[name] = theirs;
  putChanged(plan.person, name, theirs);
  note(plan, name, ours, outcome);
};

const push = (
  plan: PairPlan,
  link: FieldLink,
  field: RemoteField,
  ours: SyncValue,
  theirs: SyncValue,
  outcome: FieldOutcome,
  settings: PairSettings,
): void => {
  const written = writeRemoteValue(ours, link, field, settings);
  if ("problem" in written) {
    plan.problems.push({ field: link.ours, code: written.problem, value: shortened(ours) });
    return;
  }
  if (written.value === null && field.isRequired) {
    plan.problems.push({ field: link.ours, code: "required_there", value: "" });
    return;
  }
  plan.pushed.before[link.ours] = theirs;
  plan.pushed.after[link.ours] = ours;
  plan.pushed.values[link.theirs] = written.value;
  note(plan, link.ours, theirs, outcome);
};

/** Fields that the vendor requires of a new contact and that the person lacks. */
export const missingRequired = (plan: PairPlan, settings: PairSettings): PairProblem[] =>
  [...settings.remoteFields.values()]
    .filter(({ name, isRequired }) => isRequired && (plan.pushed.values[name] ?? null) === null)
    .map(({ name }) => ({
      field: settings.map.find(({ theirs }) => theirs === name)?.ours ?? name,
      code: "required_there",
      value: "",
    }));
