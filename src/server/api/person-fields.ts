import type { PersonField } from "#contract/person-fields.ts";
import type { AuditVerb } from "#domain/audit/audit-details.ts";
import type { Language } from "#domain/language.ts";
import { makeFieldKey, maxPersonFields } from "#domain/people/field-key.ts";
import { foldLabel } from "#domain/people/field-kinds/field-kind.ts";
import { convertPersonField } from "#server/housekeeping/convert-person-field.ts";
import {
  countFieldValues,
  findFieldUses,
  insertPersonField,
  lockPersonFields,
  orderPersonFields,
  updatePersonField,
} from "#server/store/people/person-fields.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const limitMessages: Record<Language, string> = {
  en: `There can be at most ${maxPersonFields} fields. Archive one first`,
  es: `Puede haber como máximo ${maxPersonFields} campos. Archive uno primero`,
};

type NewDefinition = Pick<PersonField, "label" | "kind" | "choices">;

/** Each choice once, whatever its case and accents; other kinds have none. */
const normalizeChoices = ({ kind, choices }: Pick<NewDefinition, "kind" | "choices">): string[] =>
  kind === "choice" || kind === "choices"
    ? choices.filter(
        (choice, index) => choices.findIndex((other) => foldLabel(other) === foldLabel(choice)) === index,
      )
    : [];

const checkDefinition = (
  { label, kind, choices }: NewDefinition,
  others: readonly PersonField[],
  language: Language,
): void => {
  if ((kind === "choice" || kind === "choices") && choices.length === 0)
    throw new Problem("invalid", {
      issues: [{ path: "choices", message: issuePhrases[language].moreItems("1") }],
    });
  const active = others.filter(({ archivedAt }) => archivedAt === null);
  if (active.length >= maxPersonFields) throw new Problem("conflict", { message: limitMessages[language] });
  if (active.some((other) => foldLabel(other.label.en) === foldLabel(label.en)))
    throw new Problem("already_exists");
};

const changeVerb = (before: PersonField, after: PersonField): AuditVerb => {
  if (before.archivedAt === null && after.archivedAt !== null) return "archived";
  return before.archivedAt !== null && after.archivedAt === null ? "restored" : "changed";
};

export const personFieldHandlers: Handlers["personFields"] = {
  list: async ({ services: { personFields } }) => ({ fields: await personFields() }),

  create: async ({ input: { body }, actor, caller, request, services: { write } }) => {
    const choices = normalizeChoices(body);
    return write(actor, async ({ tx, audit, touch }) => {
      const fields = await lockPersonFields(tx);
      checkDefinition({ ...body, choices }, fields, requestLanguage({ caller, request }));
      const key = makeFieldKey(body.label.en, new Set(fields.map((field) => field.key)));
      const position = Math.max(-1, ...fields.map((field) => field.position)) + 1;
      const field = await insertPersonField(tx, { ...body, choices, key, position });
      audit({
        eventType: "settings_update",
        entityType: "person_field",
        entityId: key,
        details: { kind: "person_field", verb: "added", label: body.label },
        metadata: { kind: body.kind },
      });
      touch("person-fields");
      return field;
    });
  },

  update: async ({ input: { params, body }, actor, caller, request, services: { write } }) => {
    const { updatedAt, archived, position, ...input } = body;
    return write(actor, async ({ tx, audit, enqueue, touch }) => {
      const fields = await lockPersonFields(tx);
      const before = fields.find(({ key }) => key === params.key);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const others = fields.filter((field) => field !== before);
      const definition = { ...before, ...input };
      const choices = normalizeChoices(definition);
      const isArchived = archived ?? before.archivedAt !== null;
      if (!isArchived)
        checkDefinition({ ...definition, choices }, others, requestLanguage({ caller, request }));
      const after = await updatePersonField(tx, params.key, {
        ...input,
        choices,
        ...(archived === undefined || archived === (before.archivedAt !== null)
          ? {}
          : { archivedAt: archived ? new Date() : null }),
      });
      if (position !== undefined)
        await orderPersonFields(
          tx,
          others.map(({ key }) => key).toSpliced(Math.min(position, others.length), 0, params.key),
        );
      const changesValues =
        after.kind !== before.kind || after.choices.join("\n") !== before.choices.join("\n");
      const { unreadable } = changesValues
        ? await countFieldValues(tx, params.key, after)
        : { unreadable: 0 };
      if (changesValues) enqueue(convertPersonField, { key: params.key });
      audit({
        eventType: "settings_update",
        entityType: "person_field",
        entityId: params.key,
        details: { kind: "person_field", verb: changeVerb(before, after), label: after.label },
        metadata: { before, after, ...(changesValues ? { unreadable } : {}) },
      });
      touch("person-fields", ...(changesValues ? (["people"] as const) : []));
      return { ...after, position: position ?? after.position, unreadable };
    });
  },

  usage: async ({ input: { params, query }, services: { database, personFields } }) => {
    const field = (await personFields()).find(({ key }) => key === params.key);
    if (!field) throw new Problem("not_found");
    const counts = await countFieldValues(database.db, params.key, {
      ...field,
      kind: query.kind ?? field.kind,
    });
    return { ...counts, usedIn: await findFieldUses(database.db, params.key) };
  },
};
