import { confirmationMessage } from "#domain/forms/form-texts.ts";
import type { readSubmission } from "#domain/forms/read-submission.ts";
import {
  addressKinds,
  type ConfirmedKind,
  consentsOf,
  shownConsents,
} from "#domain/forms/submission-evidence.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { completePlan, isEmptyPlan, type PlannedConsent } from "#domain/people/plan-change.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { insertActions, type NewAction } from "#server/store/automation/rule-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { StoredForm } from "#server/store/forms/lead-forms.ts";
import {
  countTextedToday,
  insertSubmission,
  linkSubmissions,
  markAsked,
  type RecordedSubmission,
} from "#server/store/forms/submissions.ts";
import { insertEvents, newEvent } from "#server/store/ingestion/events.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import { addNotifications, hasRecentNotification } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

/** What asking visitors to confirm their address needs. */
export type FormConfirmations = {
  /** Whether a visitor could open a link: the address of the product is known. */
  canConfirm: boolean;
  /** How many text messages all forms together may ask for within a day. */
  smsPerDay: () => Promise<number>;
  businessName: () => Promise<string>;
};

/** An address is asked at most once a day, whoever fills in whichever form with it. */
const askAgainMs = 86_400_000;

const mayAsk = (submission: RecordedSubmission, kind: ConfirmedKind, now: number): boolean => {
  const askedAt = kind === "email" ? submission.emailAskedAt : submission.phoneAskedAt;
  const addressId = kind === "email" ? submission.emailId : submission.phoneId;
  const isOpen = consentsOf(submission.evidence, kind).some(
    ({ channel }) => !["granted", "denied"].includes(submission.states[channel] ?? ""),
  );
  return isOpen && addressId !== null && (askedAt === null || Date.parse(askedAt) <= now - askAgainMs);
};

const toAction = (submission: RecordedSubmission, kind: ConfirmedKind, business: string): NewAction => {
  const { subject, text } = confirmationMessage(submission.evidence.language, business);
  return {
    id: newId(),
    personId: submission.personId,
    ruleId: null,
    ruleRunId: null,
    type: kind === "email" ? "email" : "sms",
    config: {
      text,
      ...(kind === "email" ? { subject } : {}),
      purpose: "opt_in",
      confirms: { submissionId: submission.id, kind },
      addressId: kind === "email" ? submission.emailId : submission.phoneId,
    },
    notBefore: new Date().toISOString(),
    causedBy: submission.eventId,
  };
};

/** An answer that the person gave before stays: anybody can fill in a form with the address of another. */
const unprovenConsents = ({ evidence, states, eventId }: RecordedSubmission): PlannedConsent[] =>
  evidence.consents
    .filter(({ channel }) => states[channel] === undefined)
    .map(({ channel, text }) => ({
      channel,
      state: "unproven" as const,
      written: true,
      method: "form" as const,
      proof: { ...evidence, consents: undefined, text, confirmed: false },
      causedBy: eventId,
      // Until the visitor has proven that the address is theirs.
      isFlagKept: true,
    }));

type Submission = {
  /** Of the page that was sent: a second click stores nothing. */
  id: string;
  /** Of the wording that the visitor read. */
  version: number;
  language: Language;
  consents: StoredForm["consents"];
  read: ReturnType<typeof readSubmission>;
  ip: string;
  userAgent: string | null;
};

/** Stores what a visitor sent, with what they agreed to, and the event that follows from it. */
export const storeSubmission = async (
  { tx, touch, clock }: Pick<WriteContext, "tx" | "touch" | "clock">,
  form: StoredForm,
  { id, version, language, consents, read, ip, userAgent }: Submission,
): Promise<void> => {
  const event = newEvent({
    endpointId: form.endpointId,
    eventType: "form",
    raw: JSON.stringify({
      type: "form",
      form: form.slug,
      language,
      tags: form.tags,
      values: read.values,
      consents: read.channels,
    }),
  });
  const evidence = {
    form: form.name,
    language,
    version,
    consents: shownConsents(consents, read.channels, language),
    at: new Date(clock.now()).toISOString(),
    ip,
    userAgent,
  };
  const { email, phone } = read;
  const isNew = await insertSubmission(tx, {
    id,
    formId: form.id,
    eventId: event.id,
    email,
    phone,
    evidence,
  });
  if (!isNew) return;
  await insertEvents(tx, [event]);
  touch("events", "forms");
};

/** Links recorded submissions to their people, records their consents as unproven, and asks to confirm the addresses. */
export const confirmSubmissions = async (
  context: Pick<WriteContext, "tx" | "touch" | "clock">,
  events: { eventId: string; personId: string }[],
  { canConfirm, smsPerDay, businessName }: FormConfirmations,
  hash: AddressHash,
): Promise<void> => {
  if (events.length === 0) return;
  const { tx, touch } = context;
  const business = await businessName();
  const limit = await smsPerDay();
  const submissions = await linkSubmissions(tx, events);
  const people = await lockPeople(tx, {
    ids: submissions.map(({ personId }) => personId),
    addresses: [],
    field: null,
  });
  const submissionsOf = Map.groupBy(submissions, ({ personId }) => personId);
  await applyPlans(
    context,
    people
      .map((person) =>
        completePlan(
          {
            before: person,
            after: person,
            consents: (submissionsOf.get(person.id) ?? []).flatMap(unprovenConsents),
          },
          changeSource("form"),
          context.clock.now(),
        ),
      )
      .filter((plan) => !isEmptyPlan(plan)),
    hash,
  );
  if (!canConfirm) return;
  const now = Date.now();
  const askedNow = new Set<string | null>();
  const wanted = submissions.flatMap((submission) =>
    addressKinds.flatMap((kind) => {
      if (askedNow.has(submission[kind]) || !mayAsk(submission, kind, now)) return [];
      askedNow.add(submission[kind]);
      return [{ id: submission.id, kind, action: toAction(submission, kind, business) }];
    }),
  );
  const texts = wanted.filter(({ kind }) => kind === "phone");
  const room = texts.length === 0 ? 0 : Math.max(0, limit - (await countTextedToday(tx)));
  const refused = new Set(texts.slice(room));
  if (refused.size > 0 && (await noticeSmsLimit(tx, limit))) touch("notifications");
  const asked = wanted.filter((one) => !refused.has(one));
  if (asked.length === 0) return;
  await insertActions(
    tx,
    asked.map(({ action }) => action),
  );
  for (const { id, kind } of asked) await markAsked(tx, id, kind);
  touch("actions");
};

/** Tells all users once a day that forms ask for no more text messages. */
const noticeSmsLimit = async (tx: Tx, limit: number): Promise<boolean> => {
  if (await hasRecentNotification(tx, "opt_in_limit", askAgainMs)) return false;
  await addNotifications(tx, [{ kind: "opt_in_limit", params: { limit }, link: "/endpoints/forms" }]);
  return true;
};
