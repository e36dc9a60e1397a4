import {
  checkLeadForm,
  type FormProblem,
  isConsentChanged,
  type LeadFormInput,
} from "#domain/forms/lead-form.ts";
import type { Language } from "#domain/language.ts";
import { newId } from "#server/db/id.ts";
import {
  deleteForm,
  insertForm,
  isSlugTaken,
  listForms,
  lockForm,
  toFormInput,
  updateForm,
} from "#server/store/forms/lead-forms.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const problemTexts: Record<Language, Record<FormProblem, string>> = {
  en: {
    no_address: "Ask for an e-mail address or a phone number",
    field_twice: "This field is there already",
    consent_twice: "This channel is there already",
    consent_without_address: "The form must also ask for the address of this channel",
  },
  es: {
    no_address: "Pida un correo electrónico o un teléfono",
    field_twice: "Este campo ya está",
    consent_twice: "Este canal ya está",
    consent_without_address: "El formulario también debe pedir la dirección de este canal",
  },
};

const rejectUnusable = async (
  form: LeadFormInput,
  { personFields }: ApiServices,
  language: Language,
): Promise<void> => {
  const known = new Set(
    (await personFields()).flatMap(({ key, archivedAt }) => (archivedAt === null ? [`field.${key}`] : [])),
  );
  const issues = [
    ...checkLeadForm(form).map(({ path, problem }) => ({ path, message: problemTexts[language][problem] })),
    ...form.fields.flatMap(({ name }, index) =>
      name.startsWith("field.") && !known.has(name)
        ? [{ path: `fields.${index}`, message: issuePhrases[language].unknown(name) }]
        : [],
    ),
  ];
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

const readForm = async ({ database }: ApiServices, id: string) => {
  const [form] = await listForms(database.db, id);
  if (!form) throw new Problem("not_found");
  return form;
};

export const formHandlers: Handlers["forms"] = {
  list: async ({ services: { database, config } }) => ({
    forms: await listForms(database.db),
    publicOrigin: config.publicUrl?.origin ?? null,
  }),

  create: async ({ input: { body }, actor, caller, request, services }) => {
    await rejectUnusable(body, services, requestLanguage({ caller, request }));
    const id = newId();
    await services.write(actor, async ({ tx, audit, touch }) => {
      if (await isSlugTaken(tx, body.slug, id)) throw new Problem("already_exists");
      await insertForm(tx, id, body);
      audit({
        eventType: "settings_update",
        entityType: "form",
        entityId: id,
        details: { kind: "thing", verb: "added", thing: "form", name: body.name },
        metadata: { consents: body.consents },
      });
      touch("forms", "endpoints");
    });
    return readForm(services, id);
  },

  update: async ({ input: { params, body }, actor, caller, request, services }) => {
    const { updatedAt, ...change } = body;
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockForm(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const form: LeadFormInput = { ...toFormInput(before), ...change };
      await rejectUnusable(form, services, requestLanguage({ caller, request }));
      if (await isSlugTaken(tx, form.slug, params.id)) throw new Problem("already_exists");
      const version = before.consentVersion + (isConsentChanged(before.consents, form.consents) ? 1 : 0);
      await updateForm(tx, before, form, version);
      audit({
        eventType: "settings_update",
        entityType: "form",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "form", name: form.name },
        metadata: { before: toFormInput(before), after: form, consentVersion: version },
      });
      touch("forms", "endpoints");
    });
    return readForm(services, params.id);
  },

  remove: async ({ input: { params }, actor, services }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      const form = await lockForm(tx, params.id);
      if (!form) throw new Problem("not_found");
      await deleteForm(tx, form);
      audit({
        eventType: "settings_update",
        entityType: "form",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "form", name: form.name },
      });
      touch("forms", "endpoints");
    });
    return { ok: true };
  },
};
