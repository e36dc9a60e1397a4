import type { PersonField } from "#contract/person-fields.ts";
import type { ReversibleChange } from "#domain/bulk-change.ts";
import { dateIn } from "#domain/day.ts";
import { defaultLanguage, parseLanguage } from "#domain/language.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { fieldText } from "#domain/people/field-kinds.ts";
import { planBulkChange } from "#domain/people/plan-bulk-change.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import {
  type AiStepResult,
  leftOut,
  readExtracted,
  valueKept,
  valueSet,
} from "#domain/sequences/ai-answers.ts";
import { extractValueFeature } from "#server/ai/features/extract-value.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { type AiStepAnswer, type AiStepContext, type AiStepOf, settled } from "./ai-step-answer.ts";
import { readPersonTexts } from "./person-texts.ts";

const findField = (fields: readonly PersonField[], key: string): PersonField | undefined =>
  fields.find((field) => field.key === key && field.archivedAt === null);

const isSet = (fields: Record<string, unknown>, key: string): boolean => fields[key] != null;

/** Looks for the value of a field in what the person wrote. */
export const extractValue = async (
  context: AiStepContext,
  step: AiStepOf<"extract">,
): Promise<AiStepAnswer> => {
  const { ai, run, general, now } = context;
  const { field: key, overwrites = false, instruction } = step;
  const texts = await readPersonTexts(context);
  if (!texts) return settled(leftOut({ code: "ai_nothing_to_read" }));
  const { person, fields, record, conversation, fence, ownTexts, restore } = texts;
  const field = findField(fields, key);
  if (!field) return settled(leftOut({ code: "ai_field_gone", field: key }));
  if (!overwrites && isSet(person.fields, key)) return settled(valueKept(key));
  const { timezone, locale } = await general();
  const { kind, choices, label } = field;
  const answer = await ai.ask(
    extractValueFeature,
    {
      ...{ field: label[parseLanguage(locale) ?? defaultLanguage], kind, choices, hint: instruction },
      ...{ record, conversation, fence, today: dateIn(now, timezone) },
    },
    { personId: run.personId },
  );
  if (!answer.ok) return { kind: "failed", failure: answer };
  const { value, quote } = answer.output;
  const restored = { value: value && restore(value), quote: quote && restore(quote) };
  const read = readExtracted(restored, field, ownTexts);
  if ("result" in read) return settled(read);
  return { kind: "answered", apply: (writing) => setValue(writing, context, step, field, read.value) };
};

/** The person may have been edited, and the field changed, while the model was asked. */
const setValue = async (
  writing: WriteContext,
  { run, rule, addressHash }: AiStepContext,
  { field: key, overwrites = false }: AiStepOf<"extract">,
  asked: PersonField,
  value: unknown,
): Promise<AiStepResult> => {
  const { tx, clock, touch } = writing;
  const before = await lockOnePerson(tx, run.personId);
  const field = findField(await listPersonFields(tx), key);
  if (!before || field?.kind !== asked.kind) return leftOut({ code: "ai_field_gone", field: key });
  if (!overwrites && isSet(before.fields, key)) return valueKept(key);
  const change = { kind: "field", key, value } as Extract<ReversibleChange, { kind: "field" }>;
  const now = clock.now();
  const after = planBulkChange(before, change, now).person;
  if (after) {
    const source = changeSource("rule", {
      name: rule.name,
      causedBy: run.id,
      metadata: { rule: rule.name, ruleId: rule.id, byModel: true },
    });
    await applyPlans(writing, [completePlan({ before, after }, source, now)], addressHash);
    touch("people");
  }
  return valueSet(key, fieldText(value, field, "en"));
};
