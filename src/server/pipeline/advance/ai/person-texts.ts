import { randomBytes } from "node:crypto";
import type { PersonField } from "#contract/person-fields.ts";
import { createMinimiser, type TextMinimiser } from "#domain/ai/minimise.ts";
import { defaultLanguage, parseLanguage } from "#domain/language.ts";
import { fieldText } from "#domain/people/field-kinds.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { plainText, threadTexts } from "#server/pipeline/reply/thread-sources.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { readThreadItems } from "#server/store/conversations/thread-items.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { findPeople } from "#server/store/people/stored-people.ts";
import type { AiStepContext } from "./ai-step-answer.ts";

const maxItems = 24;

/** What a model reads of a person, without invisible characters, and without personal data where that is set. */
export type PersonTexts = {
  person: PersonRecord;
  fields: PersonField[];
  record: string;
  conversation: string;
  /** What the person said and what is on record, but not our own words. */
  ownTexts: string[];
  fence: string;
  restore: TextMinimiser["restore"];
};

/** Fields that a workspace marked as personal data are left out. */
const recordLines = (person: PersonRecord, fields: readonly PersonField[], language: "en" | "es"): string[] =>
  [
    `type: ${person.type}`,
    `stage: ${person.status}`,
    ...(person.tags.length === 0 ? [] : [`tags: ${person.tags.join(", ")}`]),
    ...fields
      .filter(({ key, pii, archivedAt }) => archivedAt === null && !pii && person.fields[key] != null)
      .map((field) => `${field.label[language]}: ${fieldText(person.fields[field.key], field, language)}`),
  ].map((line) => plainText(line, 300));

/** Undefined for a person who is gone, or of whom nothing was written. */
export const readPersonTexts = async ({
  database: { db },
  general,
  run: { personId },
}: AiStepContext): Promise<PersonTexts | undefined> => {
  const { minimisesText, locale } = await general();
  const [people, { items }, fields] = await Promise.all([
    findPeople(db, { ids: [personId], addresses: [], field: null }),
    readThreadItems(db, personId, undefined, maxItems),
    listPersonFields(db),
  ]);
  const [person] = people;
  const texts = threadTexts(items);
  if (!person || texts.every(({ speaker }) => speaker === "we")) return undefined;
  const fence = randomBytes(6).toString("hex");
  const clean = (text: string): string => text.replaceAll(fence, "");
  const language = parseLanguage(locale) ?? defaultLanguage;
  const record = recordLines(person, fields, language).map(clean);
  const lines = texts.map(({ speaker, text }) => clean(`${speaker}: ${text}`));
  const { minimise, restore } = minimisesText
    ? createMinimiser(await readKnownNames(db, personId))
    : { minimise: (text: string) => text, restore: (text: string) => text };
  return {
    person,
    fields,
    record: minimise(record.join("\n")),
    conversation: minimise(lines.join("\n")),
    ownTexts: [...record, ...texts.filter(({ speaker }) => speaker !== "we").map(({ text }) => clean(text))],
    fence,
    restore,
  };
};
