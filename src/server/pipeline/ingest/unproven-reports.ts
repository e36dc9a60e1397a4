import type { MappedPerson } from "#domain/ingestion/mapped-values.ts";
import type { ReportProof, UnprovenValues } from "#domain/ingestion/resolve-people.ts";
import { isMailOf } from "#domain/mail/authentication.ts";
import type { NewProposal } from "#server/store/delivery/proposals.ts";
import type { MappedEvent } from "./event-plans.ts";
import type { RecordableEvent } from "./split-lists.ts";

/**
 * Of whom an event may say what is stored. Endpoints authenticate the systems that call them; but anybody
 * can fill in a form with the address of another, or write a mail about them.
 */
export const proofOfReport = (
  { isForm, endpointType, raw }: Pick<RecordableEvent, "isForm" | "endpointType" | "raw">,
  { email }: Pick<MappedPerson, "email">,
): ReportProof => {
  if (isForm) return "none";
  if (endpointType !== "email") return "every_person";
  return isMailOf(raw, email) ? "email_holder" : "none";
};

/** What events without proof say of known people, for an operator. A replay proposes nothing anew. */
export const toProposals = (
  events: readonly MappedEvent[],
  unproven: readonly UnprovenValues[],
): NewProposal[] =>
  unproven.flatMap(({ personId, report, set, addedTags, fields }) => {
    const event = events[report]?.event;
    if (!event || event.isReplay) return [];
    return [
      {
        kind: "change" as const,
        personId,
        sourceName: event.endpointName,
        content: {
          change: {
            proposer: event.isForm ? ("form" as const) : ("mail" as const),
            set,
            before: Object.fromEntries(Object.keys(set).map((name) => [name, null])),
            addedTags,
            fields,
            eventId: event.id,
          },
        },
      },
    ];
  });
