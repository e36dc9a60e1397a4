import type { ApprovalFailure, ProposedChange } from "#domain/approvals/content.ts";
import { type ChangeSource, changeSource } from "#domain/people/change-source.ts";
import { joinLists } from "#domain/people/join-lists.ts";
import { pickedColumns } from "#domain/people/person-columns.ts";
import { isSameValue } from "#domain/people/person-record.ts";
import { planChange } from "#domain/people/plan-change.ts";
import { newId } from "#server/db/id.ts";
import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import { optOut } from "#server/pipeline/deliver/opt-out.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ApprovalRow } from "#server/store/delivery/approvals.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { findHolders } from "#server/store/people/matching.ts";
import { hashAddresses } from "#server/store/people/person-addresses.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";

/** Applies a proposed change to a person who has not changed in these values since; the reason where it cannot. */
export const applyChange = async (
  context: WriteContext,
  personId: string,
  { set, before, addedTags, fields }: ProposedChange,
  source: ChangeSource,
  hash: AddressHash,
): Promise<ApprovalFailure | null> => {
  const { tx, touch, enqueue, clock } = context;
  const person = await lockOnePerson(tx, personId);
  if (!person) return "person_gone";
  const columns = pickedColumns.filter((name) => Object.hasOwn(set, name));
  if (columns.some((name) => !isSameValue(person[name], before[name] ?? null))) return "person_changed";
  const values = Object.fromEntries(columns.map((name) => [name, set[name] === "" ? null : set[name]]));
  const plan = planChange(
    person,
    {
      set: {
        ...values,
        tags: joinLists(person.tags, addedTags),
        // A value that came in the meantime stays.
        fields: { ...fields, ...person.fields },
      },
    },
    source,
    { now: clock.now(), newId },
  );
  await applyPlans(context, [plan], hash);
  if ("email" in values || "phone" in values) {
    await hashAddresses(tx, [personId], hash);
    enqueue(findDuplicates, { ids: [personId] });
  }
  touch("people");
  return null;
};

/** What an operator accepted of a sender's proposal. The caller has locked the address of an opt-out. */
export const applyProposal = async (
  context: WriteContext,
  { content, personId }: Pick<ApprovalRow, "content" | "personId">,
  { userId, hash }: { userId: string; hash: AddressHash },
): Promise<ApprovalFailure | null> => {
  if (personId === null) return "person_gone";
  if ("change" in content) {
    const source = changeSource("user", { actorId: userId, causedBy: content.change.eventId });
    return applyChange(context, personId, content.change, source, hash);
  }
  if (!("optOut" in content)) return null;
  const { address, subject, words, eventId } = content.optOut;
  const request = {
    addresses: [address],
    source: subject === "complaint" ? ("complaint" as const) : ("reply" as const),
    reason: words,
    causedBy: eventId,
  };
  await optOut(context, hash, request, await findHolders(context.tx, [address]), userId);
  return null;
};
