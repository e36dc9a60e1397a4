import { confirmationMessage } from "#domain/forms/form-texts.ts";
import { addressKinds, type ConfirmedKind, consentsOf } from "#domain/forms/submission-evidence.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { insertActions, type NewAction } from "#server/store/automation/rule-runs.ts";
import { insertConsents, type NewConsent } from "#server/store/compliance/consents.ts";
import { linkSubmissions, markAsked, type RecordedSubmission } from "#server/store/forms/submissions.ts";

/** What asking visitors to confirm their address needs. */
export type FormConfirmations = {
  /** Null where no visitor could open the link, because the address of the product is not known. */
  confirmUrl: (submissionId: string, kind: ConfirmedKind) => string | null;
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

const toAction = (
  submission: RecordedSubmission,
  kind: ConfirmedKind,
  link: string,
  business: string,
): NewAction => {
  const { subject, text } = confirmationMessage(submission.evidence.language, { business, link });
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
      addressId: kind === "email" ? submission.emailId : submission.phoneId,
    },
    notBefore: new Date().toISOString(),
    causedBy: submission.eventId,
  };
};

/** An answer that the person gave before stays: anybody can fill in a form with the address of another. */
const unprovenConsents = ({ personId, evidence, states, eventId }: RecordedSubmission): NewConsent[] =>
  evidence.consents
    .filter(({ channel }) => states[channel] === undefined)
    .map(({ channel, text }) => ({
      personId,
      channel,
      state: "unproven" as const,
      written: true,
      method: "form" as const,
      proof: { ...evidence, consents: undefined, text, confirmed: false },
      actorId: null,
      causedBy: eventId,
    }));

/** Links recorded submissions to their people, records their consents as unproven, and asks to confirm the addresses. */
export const confirmSubmissions = async (
  tx: Tx,
  events: { eventId: string; personId: string }[],
  { confirmUrl, businessName }: FormConfirmations,
): Promise<boolean> => {
  if (events.length === 0) return false;
  const business = await businessName();
  const submissions = await linkSubmissions(tx, events);
  await insertConsents(tx, submissions.flatMap(unprovenConsents));
  const now = Date.now();
  const askedNow = new Set<string | null>();
  const asked = submissions.flatMap((submission) =>
    addressKinds.flatMap((kind) => {
      if (askedNow.has(submission[kind]) || !mayAsk(submission, kind, now)) return [];
      const link = confirmUrl(submission.id, kind);
      if (link === null) return [];
      askedNow.add(submission[kind]);
      return [{ id: submission.id, kind, action: toAction(submission, kind, link, business) }];
    }),
  );
  await insertActions(
    tx,
    asked.map(({ action }) => action),
  );
  for (const { id, kind } of asked) await markAsked(tx, id, kind);
  return asked.length > 0;
};
