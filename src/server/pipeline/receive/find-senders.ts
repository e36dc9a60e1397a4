import { addressKindOf, type ConversationChannel } from "#domain/channels/channel.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { leftOutValues } from "#domain/ingestion/event.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { fillBlanks } from "#domain/ingestion/resolve-people.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { blankPerson, type PersonRecord } from "#domain/people/person-record.ts";
import { completePlan, isEmptyPlan, type PersonPlan } from "#domain/people/plan-change.ts";
import { newId } from "#server/db/id.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { orderByLastWritten } from "#server/store/conversations/shared-messages.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockHolders } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";

/** Who wrote to us, as far as the channel tells. */
export type Sender = {
  channel: ConversationChannel;
  address: string;
  name?: string | null;
  /** The name of the account, where the address is its id. */
  handle?: string | undefined;
};

export type SenderEvent = {
  eventId: string;
  /** What people gain as a source; null where the event's own endpoint is recorded later. */
  source: string | null;
  /** What they wrote tells their language, so that the answer is in it already. */
  text: string | null;
  isTest: boolean;
  /** Whether an unknown sender becomes a person. */
  addsUnknown: boolean;
  /** Without proof, neither name nor language of a known person is taken from it. */
  isProven: boolean;
};

/** The primary address of a person counts before the same further address of another. */
const holdsFirst = (address: string) => (a: PersonRecord, b: PersonRecord) =>
  Number(isPrimary(b, address)) - Number(isPrimary(a, address));

const isPrimary = ({ email, phone }: PersonRecord, address: string): boolean =>
  phone === address || email?.toLowerCase() === address;

/**
 * The people who have the address of a sender, those whom we wrote to last first; an unknown sender becomes a person.
 * For a transaction that has locked the address.
 */
export const findSenders = async (
  context: WriteContext,
  { channel, address, name, handle }: Sender,
  { eventId, source, text, isTest, addsUnknown, isProven }: SenderEvent,
  hash: AddressHash,
): Promise<string[]> => {
  const { tx, clock } = context;
  const value = address.trim().toLowerCase();
  const now = clock.now();
  const kind = addressKindOf(channel);
  const holders = await lockHolders(tx, value === "" ? [] : [value]);
  const isTrusted = isProven || holders.length === 0;
  const { person, problems } = parseMappedValues({
    [`person.${kind}`]: address,
    ...(name && isTrusted ? { "person.fullName": name } : {}),
  });
  // Some addresses no person can have, such as a short code.
  if (holders.length === 0 && (!addsUnknown || person[kind] === undefined)) return [];
  const ids = holders.toSorted(holdsFirst(value)).map(({ id }) => id);
  const ordered = ids.length > 1 ? await orderByLastWritten(tx, ids) : ids;
  const written = text !== null && isTrusted ? detectLanguage(text) : undefined;
  const language = written === undefined ? {} : { language: written };
  const known = new Map(holders.map((holder) => [holder.id, holder]));
  const origin = changeSource("message", {
    name: source ?? "user",
    causedBy: eventId,
    metadata: { endpoint: source, ...simulatedMark(isTest ? "test" : null), ...leftOutValues(problems) },
  });
  const planFor = (before: PersonRecord | null, isFirst: boolean): PersonPlan => {
    const blank = before ?? { ...blankPerson(newId(), now), firstName: person.firstName ?? handle ?? null };
    const report = isFirst && source !== null ? { person: { ...person, ...language }, source } : undefined;
    const after = report
      ? fillBlanks(blank, report)
      : { ...blank, language: blank.language ?? written ?? null };
    return completePlan({ before, after }, origin, now);
  };
  const plans = (ordered.length === 0 ? [null] : ordered.map((id) => known.get(id) ?? null)).map(
    (before, index) => planFor(before, index === 0),
  );
  const changes = plans.filter((plan) => !isEmptyPlan(plan));
  if (changes.length > 0) await saveSenders(context, changes, eventId, hash);
  return plans.map(({ after }) => after.id);
};

const saveSenders = async (
  context: WriteContext,
  plans: readonly PersonPlan[],
  eventId: string,
  hash: AddressHash,
): Promise<void> => {
  await applyPlans(context, plans, hash);
  const idsOf = (some: readonly PersonPlan[]): string[] => some.map(({ after }) => after.id);
  const added = idsOf(plans.filter(({ before }) => before === null));
  const changed = idsOf(plans.filter(({ before }) => before !== null));
  const entry = { eventType: "data_change", entityType: "event", entityId: eventId } as const;
  if (added.length > 0)
    context.audit({
      ...entry,
      details: { kind: "person_added_by_message" },
      metadata: { added },
    });
  else
    context.audit({
      ...entry,
      details: { kind: "events_recorded", events: 1, added: 0, changed: changed.length },
      metadata: { added, changed },
    });
  context.touch("people");
};
