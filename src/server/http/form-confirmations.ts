import type { FastifyInstance, FastifyReply } from "fastify";
import { formNotice } from "#domain/forms/form-page.ts";
import { formTexts } from "#domain/forms/form-texts.ts";
import { type ConfirmedKind, consentsOf, isConfirmable } from "#domain/forms/submission-evidence.ts";
import type { Language } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import { acceptConfirmedDetails } from "#server/api/accept-confirmed-details.ts";
import type { ApiServices } from "#server/api/handler.ts";
import type { Actor } from "#server/audit/entry.ts";
import {
  findSubmission,
  lockConfirmable,
  markConfirmed,
  refusedChannels,
  type StoredSubmission,
  wasAskedInTest,
} from "#server/store/forms/submissions.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import { formHeaders } from "./form-headers.ts";

type ConfirmRoute = { Params: { kind: string; token: string } };

const confirmedColumn = { email: "emailConfirmedAt", phone: "phoneConfirmedAt" } as const;

/** The link shows a page, because mail scanners open every link they find; its button confirms. */
export const mountFormConfirmations = (server: FastifyInstance, services: ApiServices): void => {
  const { database, write, business, formTokens, addressHash } = services;

  const readLink = ({
    kind,
    token,
  }: ConfirmRoute["Params"]): { kind: ConfirmedKind; id: string } | undefined => {
    if (kind !== "email" && kind !== "phone") return undefined;
    const id = formTokens[kind].read(token);
    return id === undefined ? undefined : { kind, id };
  };

  /** Records the consents that the address proves, once. */
  const confirm = (actor: Actor, kind: ConfirmedKind, id: string): Promise<StoredSubmission | undefined> =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const submission = await lockConfirmable(tx, id, kind);
      if (!submission?.personId || submission[confirmedColumn[kind]] !== null) return submission;
      if (!isConfirmable(submission.createdAt.getTime(), Date.now())) return undefined;
      if (await wasAskedInTest(tx, id, kind)) return submission;
      const { personId, evidence, eventId } = submission;
      const refused = await refusedChannels(tx, personId);
      const proven = consentsOf(evidence, kind).filter(({ channel }) => !refused.includes(channel));
      const person = await lockOnePerson(tx, personId);
      if (!person) return undefined;
      const consents = proven.map(({ channel, text }) => ({
        channel,
        state: "granted" as const,
        written: true,
        method: "form" as const,
        proof: {
          ...evidence,
          consents: undefined,
          text,
          confirmed: true,
          confirmedAt: new Date().toISOString(),
          confirmedFrom: actor.ip,
          confirmedUserAgent: actor.userAgent,
          address: submission[kind],
        },
      }));
      const source = changeSource("form", { causedBy: eventId });
      const plan = completePlan({ before: person, after: person, consents }, source, context.clock.now());
      await applyPlans(context, [plan], addressHash);
      await markConfirmed(tx, submission, kind);
      const accepted = await acceptConfirmedDetails(context, personId, eventId, addressHash);
      audit({
        eventType: "data_change",
        entityType: "consent",
        entityId: personId,
        details: { kind: "form_consent_confirmed", name: evidence.form },
        metadata: { submissionId: id, channels: proven.map(({ channel }) => channel), accepted },
      });
      touch("people", "actions", "forms");
      return submission;
    });

  const answer = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply.status(status).headers(formHeaders([])).type("text/html; charset=utf-8").send(page);
  const expired = (reply: FastifyReply, language: Language): FastifyReply => {
    const texts = formTexts[language];
    return answer(reply, 410, formNotice(language, { title: texts.expired, texts: [texts.expiredText] }));
  };
  const done = (reply: FastifyReply, language: Language): FastifyReply => {
    const texts = formTexts[language];
    return answer(reply, 200, formNotice(language, { title: texts.confirmed, texts: [texts.confirmedText] }));
  };

  server.get<ConfirmRoute>("/f/confirm/:kind/:token", async (request, reply) => {
    const link = readLink(request.params);
    const submission = link && (await findSubmission(database.db, link.id));
    const language = submission?.evidence.language ?? "en";
    if (!link || !submission) return expired(reply, language);
    if (submission[confirmedColumn[link.kind]] !== null) return done(reply, language);
    if (!isConfirmable(submission.createdAt.getTime(), Date.now())) return expired(reply, language);
    const texts = formTexts[language];
    const { values } = await business();
    const wording = consentsOf(submission.evidence, link.kind).map(({ text }) => `“${text}”`);
    return answer(
      reply,
      200,
      formNotice(language, {
        title: texts.confirmTitle,
        texts: [texts.confirmAsk(values.company_name ?? "Faro"), ...wording],
        form: `<form method="post"><button>${texts.confirmButton}</button></form>`,
      }),
    );
  });

  server.post<ConfirmRoute>("/f/confirm/:kind/:token", async (request, reply) => {
    const link = readLink(request.params);
    const actor = { userId: null, ip: request.ip, userAgent: request.headers["user-agent"] ?? null };
    const submission = link && (await confirm(actor, link.kind, link.id));
    return submission ? done(reply, submission.evidence.language) : expired(reply, "en");
  });
};
