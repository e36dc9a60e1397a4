import type { MessageTemplateRecord, TemplateInput, TextForPerson } from "#contract/templates.ts";
import type { AuditDetails, AuditVerb } from "#domain/audit/audit-details.ts";
import { designText, shownDesign } from "#domain/email/design-text.ts";
import { type EmailDesign, emailDesign, imagesOf } from "#domain/email/email-design.ts";
import { chooseLanguage } from "#domain/messages/choose-language.ts";
import { checkContent, contentCheckLevels } from "#domain/messages/content-checks.ts";
import { checkTemplate, renderTemplate } from "#domain/messages/template.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { recipientLanguage, templatesOfChannel, templateValues } from "#server/pipeline/deliver/compose.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { listSavedReplies } from "#server/store/conversations/saved-replies.ts";
import { wakeForTemplate } from "#server/store/delivery/actions.ts";
import { readLinkFigures } from "#server/store/delivery/short-links.ts";
import { findMissingImages } from "#server/store/delivery/template-images.ts";
import { takePicturesIntoUse } from "#server/store/delivery/template-retention.ts";
import { findTemplateUses } from "#server/store/delivery/template-uses.ts";
import {
  findTemplateVersion,
  keepVersion,
  listTemplateVersions,
} from "#server/store/delivery/template-versions.ts";
import {
  deleteTemplate,
  findTemplateById,
  insertTemplate,
  isTemplateNameUsed,
  listTemplates,
  lockTemplate,
  saveTemplateDraft,
  updateTemplate,
} from "#server/store/delivery/templates.ts";
import type { WriteContext } from "#server/store/write.ts";
import { assist } from "./assist-template.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { submit } from "./submit-template.ts";
import { addImage, image } from "./template-images.ts";
import { preview, sampleHtmlBytes, testSend } from "./template-preview.ts";

type TemplateWords = Pick<TemplateInput, "channel" | "subject" | "body" | "design" | "language">;

/** Only e-mail has a subject and a design, whose plain-text part is its body. */
const withWords = <T extends TemplateWords>(input: T): T => {
  if (input.channel !== "email") return { ...input, design: null };
  return input.design === null ? input : { ...input, body: designText(input.design) };
};

/** Refuses words that cannot be sent, and pictures that are not there. */
const rejectInvalidTemplate = async (tx: Tx, input: TemplateWords): Promise<void> => {
  const { body, subject, channel, design } = input;
  const texts: [string, string | null][] = [
    ["subject", subject],
    ["preheader", design?.preheader || null],
  ];
  const htmlBytes = design && sampleHtmlBytes(design, input.language);
  const images = design ? imagesOf(design) : [];
  await takePicturesIntoUse(tx, images);
  const missing = await findMissingImages(tx, images);
  const issues = [
    ...checkTemplate(body, channel).map((problem) => ({ path: "body", message: problem.code })),
    ...texts.flatMap(([path, text]) =>
      text === null ? [] : checkTemplate(text, "email").map(({ code }) => ({ path, message: code })),
    ),
    // How long links are matters to no check that refuses.
    ...checkContent({ channel, subject, body, design, htmlBytes, linkOrigin: null })
      .filter(({ code }) => contentCheckLevels[code] === "stop")
      .map(({ code }) => ({ path: "design", message: code })),
    ...missing.map(() => ({ path: "design", message: "image_missing" })),
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
      {
        id,
        name,
        title = name,
        language: of,
      }: Pick<TextForPerson, "id" | "name" | "language"> & { title?: string },
      kind: TextForPerson["kind"],
      words: { subject: string | null; body: string; design?: EmailDesign | null; isApproved: boolean },
    ): TextForPerson => {
      const body = words.design ? designText(shownDesign(words.design, values)) : words.body;
      const { text, missing } = renderTemplate(body, values);
      const subject = words.subject === null ? null : renderTemplate(words.subject, values).text;
      return { id, name, title, language: of, kind, subject, text, missing, isApproved: words.isApproved };
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

  create: async ({ input: { body }, actor, services: { write } }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const words = withWords(body);
      await rejectInvalidTemplate(tx, words);
      const template = await insertTemplate(tx, words);
      if (!template) throw new Problem("already_exists");
      await keepVersion(tx, template, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: template.id,
        details: templateDetails("added", template),
      });
      await wakeWhereApproved(context, null, template);
      touch("rules");
      return template;
    }),

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, endsDraft, ...change } = body;
    return write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const before = await lockTemplate(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      // A plain body that is sent alone, as programs do, replaces the design.
      const replacesDesign = change.body !== undefined && change.design === undefined;
      const title = change.title ?? before.title;
      const given = { ...before, ...change, title, ...(replacesDesign ? { design: null } : {}) };
      const merged = withWords(given);
      await rejectInvalidTemplate(tx, merged);
      if (await isTemplateNameUsed(tx, merged, params.id)) throw new Problem("already_exists");
      const after = await changeTemplate(context, before, merged, actor.userId, endsDraft);
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: params.id,
        details: templateDetails("changed", after),
      });
      await wakeWhereApproved(context, before, after);
      touch("rules");
      return after;
    });
  },

  saveDraft: async ({ input: { params, body }, actor, services: { write, database } }) => {
    const { savedAt, ...words } = body;
    await write(actor, async (context) => {
      const before = await lockTemplate(context.tx, params.id);
      if (!before) throw new Problem("not_found");
      const isKnown = Date.parse(savedAt ?? "") === Date.parse(before.draft?.savedAt ?? "");
      if (savedAt !== undefined && !isKnown && (savedAt !== null || before.draft !== null))
        throw new Problem("conflict");
      const { subject, body: text, design } = withWords({ ...before, ...words });
      await takePicturesIntoUse(context.tx, design ? imagesOf(design) : []);
      await saveTemplateDraft(context.tx, params.id, { subject, body: text, design }, actor.userId);
      noteDraft(context, before, "saved");
    });
    return readTemplate(database.db, params.id);
  },

  removeDraft: async ({ input: { params }, actor, services: { write, database } }) => {
    await write(actor, async (context) => {
      const before = await lockTemplate(context.tx, params.id);
      if (!before) throw new Problem("not_found");
      if (before.draft === null) return;
      await saveTemplateDraft(context.tx, params.id, null, null);
      noteDraft(context, before, "discarded");
    });
    return readTemplate(database.db, params.id);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTemplate(tx, params.id);
      if (!before) throw new Problem("not_found");
      await requireUnused(tx, before);
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

  uses: async ({ input: { params }, services: { database } }) => {
    const template = await findTemplateById(database.db, params.id);
    if (!template) throw new Problem("not_found");
    const { name, channel } = template;
    const [uses, links] = await Promise.all([
      findTemplateUses(database.db, name, channel),
      readLinkFigures(database.db, name, channel),
    ]);
    return { uses, links };
  },

  versions: async ({ input: { params }, services: { database } }) => {
    if (!(await findTemplateById(database.db, params.id))) throw new Problem("not_found");
    return { versions: await listTemplateVersions(database.db, params.id) };
  },

  restore: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const before = await lockTemplate(tx, params.id);
      const version = before && (await findTemplateVersion(tx, params.id, params.version));
      if (!before || !version) throw new Problem("not_found");
      const restored = { ...before, ...version };
      await rejectInvalidTemplate(tx, restored);
      const after = await changeTemplate(context, before, restored, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "template",
        entityId: params.id,
        details: { kind: "version_restored", thing: "template", name: before.title, version: params.version },
      });
      touch("rules");
      return after;
    }),

  assist,
  submit,
  preview,
  testSend,
  addImage,
  image,
};

const readTemplate = async (db: Reader, id: string): Promise<MessageTemplateRecord> => {
  const template = await findTemplateById(db, id);
  if (!template) throw new Problem("not_found");
  return template;
};

const noteDraft = (
  { audit, touch }: WriteContext,
  { id, title, channel, language }: MessageTemplateRecord,
  state: "saved" | "discarded",
): void => {
  audit({
    eventType: "data_change",
    entityType: "template",
    entityId: id,
    details: { kind: "template_draft", name: title, channel, language, state },
  });
  touch("rules");
};

/** Saves a template; words that differ become a new version. */
const changeTemplate = async (
  { tx }: WriteContext,
  before: MessageTemplateRecord,
  change: MessageTemplateRecord,
  userId: string | null,
  endsDraft = false,
): Promise<MessageTemplateRecord> => {
  const wordsOf = ({ subject, body, design }: MessageTemplateRecord) =>
    JSON.stringify([subject, body, design && emailDesign.parse(design)]);
  const isReworded = wordsOf(before) !== wordsOf(change);
  if (isReworded) await keepVersion(tx, before, null);
  const { id, name, channel, language, subject, body, design, approvedName, category, title } = change;
  const after = await updateTemplate(tx, id, {
    ...{ name, channel, language, subject, body, design, approvedName, category },
    version: before.version + (isReworded ? 1 : 0),
    // The name reads as it did, unless somebody gave it a title.
    title: title === before.title ? undefined : title,
    endsDraft,
  });
  if (!after) throw new Problem("not_found");
  if (isReworded) await keepVersion(tx, after, userId);
  return after;
};

/** A template that WhatsApp has approved now lets messages go that waited for one. */
const wakeWhereApproved = async (
  { tx, touch }: WriteContext,
  before: MessageTemplateRecord | null,
  after: MessageTemplateRecord,
): Promise<void> => {
  if (after.approvedName === null || after.approvedName === before?.approvedName) return;
  if ((await wakeForTemplate(tx, after.name)) > 0) touch("actions");
};

/** Refuses to take away the last words of a name that is referred to, and names where. */
const requireUnused = async (tx: Tx, { id, name, channel }: MessageTemplateRecord): Promise<void> => {
  const others = (await listTemplates(tx)).some(
    (other) => other.id !== id && other.name === name && other.channel === channel,
  );
  const uses = others ? [] : await findTemplateUses(tx, name, channel);
  if (uses.length === 0) return;
  throw new Problem("in_use", {
    issues: uses.map((use) => ({ path: `${use.kind}.${use.id}`, message: use.name })),
  });
};
