import type { TextForPerson } from "#contract/templates.ts";
import { hasLevel } from "#domain/access/areas.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { AuditDetails, AuditVerb } from "#domain/audit/audit-details.ts";
import { chooseLanguage } from "#domain/messages/choose-language.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { checkTemplate, renderTemplate, variablesIn } from "#domain/messages/template.ts";
import { isVariable, variableSample } from "#domain/messages/variables.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { recipientLanguage, templatesOfChannel, templateValues } from "#server/pipeline/deliver/compose.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { listSavedReplies } from "#server/store/conversations/saved-replies.ts";
import { wakeForTemplate } from "#server/store/delivery/actions.ts";
import {
  deleteTemplate,
  insertTemplate,
  isTemplateNameUsed,
  listTemplates,
  lockTemplate,
  updateTemplate,
} from "#server/store/delivery/templates.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

type TemplateText = { body: string; subject: string | null; channel: Parameters<typeof checkTemplate>[1] };

const rejectInvalidTemplate = ({ body, subject, channel }: TemplateText): void => {
  const issues = [
    ...checkTemplate(body, channel).map((problem) => ({ path: "body", message: problem.code })),
    ...(subject === null
      ? []
      : checkTemplate(subject, "email").map((problem) => ({ path: "subject", message: problem.code }))),
  ];
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

type AuditedTemplate = Pick<Extract<AuditDetails, { kind: "template" }>, "name" | "channel" | "language">;

const templateDetails = (verb: AuditVerb, { name, channel, language }: AuditedTemplate): AuditDetails => ({
  kind: "template",
  verb,
  name,
  channel,
  language,
});

export const templateHandlers: Handlers["templates"] = {
  list: ({ services: { database } }) => listTemplates(database.db),

  forPerson: async ({ input: { params, query }, services }) => {
    const { db } = services.database;
    const [[person], { values: businessValues, language: workspace }, fields] = await Promise.all([
      findRecipients(db, [params.id]),
      services.business(),
      services.personFields(),
    ]);
    if (!person) throw new Problem("not_found");
    const language = recipientLanguage(person, workspace);
    const values = templateValues(
      person,
      businessValues,
      {},
      null,
      fieldTexts(person.fields, fields, language),
    );
    const toText = (
      { id, name, language: of }: Pick<TextForPerson, "id" | "name" | "language">,
      kind: TextForPerson["kind"],
      words: { subject: string | null; body: string; isApproved: boolean },
    ): TextForPerson => {
      const { text, missing } = renderTemplate(words.body, values);
      const subject = words.subject === null ? null : renderTemplate(words.subject, values).text;
      return { id, name, language: of, kind, subject, text, missing, isApproved: words.isApproved };
    };
    const replies = chooseLanguage(await listSavedReplies(db), language);
    const templates = chooseLanguage(templatesOfChannel(await listTemplates(db), query.channel), language);
    return {
      texts: [
        ...replies.map((reply) =>
          toText(reply, "saved_reply", { subject: null, body: reply.text, isApproved: false }),
        ),
        ...templates.map((template) =>
          toText(template, "template", {
            ...template,
            isApproved: query.channel === "whatsapp" && template.approvedName !== null,
          }),
        ),
      ],
    };
  },

  create: async ({ input: { body }, actor, services: { write } }) => {
    rejectInvalidTemplate(body);
    return write(actor, async ({ tx, audit, touch }) => {
      const template = await insertTemplate(tx, body);
      if (!template) throw new Problem("already_exists");
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: template.id,
        details: templateDetails("added", template),
      });
      if (template.approvedName !== null && (await wakeForTemplate(tx, template.name)) > 0) touch("actions");
      touch("rules");
      return template;
    });
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...change } = body;
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTemplate(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const merged = { ...before, ...change };
      rejectInvalidTemplate(merged);
      if (await isTemplateNameUsed(tx, merged, params.id)) throw new Problem("already_exists");
      const after = await updateTemplate(tx, params.id, change);
      if (!after) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: params.id,
        details: templateDetails("changed", after),
      });
      const isApproved = after.approvedName !== null && after.approvedName !== before.approvedName;
      if (isApproved && (await wakeForTemplate(tx, after.name)) > 0) touch("actions");
      touch("rules");
      return after;
    });
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTemplate(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteTemplate(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: params.id,
        details: templateDetails("deleted", before),
      });
      touch("rules");
    });
    return { ok: true };
  },

  preview: async ({ input: { body }, services, caller, request }) => {
    const { database, business, personFields } = services;
    const { channel, subject, personId } = body;
    const { permissions } = caller.user;
    // A template with every placeholder would show all that is known of the person.
    const mayShow = seesPeople(permissions) || hasLevel(permissions, "inbox", "view");
    if (personId !== undefined && !mayShow) throw new Problem("forbidden");
    const [person] = personId === undefined ? [] : await findRecipients(database.db, [personId]);
    if (personId !== undefined && !person) throw new Problem("not_found");
    // What is no variable has no sample either: the message would not be sent.
    const names = variablesIn(`${subject ?? ""}\n${body.body}`).filter(isVariable);
    const values = person
      ? templateValues(
          person,
          (await business()).values,
          {},
          null,
          fieldTexts(
            person.fields,
            await personFields(),
            recipientLanguage(person, requestLanguage({ caller, request })),
          ),
        )
      : Object.fromEntries(
          names.map((name) => [name, variableSample(name, requestLanguage({ caller, request }))]),
        );
    const { text, missing } = renderTemplate(body.body, values);
    return {
      subject: subject === null ? null : renderTemplate(subject, values).text,
      text,
      missing,
      problems: checkTemplate(body.body, channel),
      segments: channel === "sms" ? countSegments(text).segments : null,
    };
  },
};
