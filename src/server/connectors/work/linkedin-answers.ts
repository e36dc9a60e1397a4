import * as z from "zod";
import type { FormLead } from "#domain/integrations/lead-form.ts";

const localized = z.object({ localized: z.record(z.string(), z.string()).default({}) }).nullish();

const option = z.object({ id: z.coerce.string(), text: localized });
const question = z.object({
  questionId: z.coerce.string(),
  name: z.string().nullish(),
  predefinedField: z.string().nullish(),
  question: localized,
  questionDetails: z
    .object({ multipleChoiceQuestionDetails: z.object({ options: z.array(option).default([]) }).nullish() })
    .nullish(),
});
type Question = z.infer<typeof question>;

const answer = z.object({
  questionId: z.coerce.string(),
  answerDetails: z.object({
    textQuestionAnswer: z.object({ answer: z.string() }).nullish(),
    multipleChoiceAnswer: z.object({ options: z.array(z.coerce.string()) }).nullish(),
  }),
});

const consent = z.object({ id: z.coerce.string(), consent: localized });

/** A response with its form, which names the questions. */
export const leadResponse = z.object({
  id: z.string(),
  leadType: z.string().nullish(),
  submittedAt: z.number().nullish(),
  versionedLeadGenFormUrn: z.string().nullish(),
  associatedEntity: z.object({ associatedCreative: z.string().nullish() }).nullish(),
  leadMetadataInfo: z
    .object({
      sponsoredLeadMetadataInfo: z
        .object({ campaign: z.object({ id: z.string().nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
  formResponse: z.object({
    answers: z.array(answer).default([]),
    consentResponses: z.array(z.object({ consentId: z.coerce.string(), accepted: z.boolean() })).default([]),
  }),
  form: z
    .object({
      hiddenFields: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
      content: z
        .object({
          questions: z.array(question).default([]),
          legalInfo: z.object({ consents: z.array(consent).default([]) }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

const firstText = (texts: z.infer<typeof localized>): string | undefined =>
  Object.values(texts?.localized ?? {})[0];

/** LinkedIn's own fields under the names that the mapping of leads knows. */
const fieldNames: Readonly<Record<string, string>> = {
  FIRST_NAME: "first_name",
  LAST_NAME: "last_name",
  EMAIL: "email",
  PHONE_NUMBER: "phone_number",
  WORK_PHONE_NUMBER: "work_phone_number",
  CITY: "city",
  STATE: "state",
  ZIP_CODE: "zip_code",
};

const questionName = ({ predefinedField, name, question: asked, questionId }: Question): string =>
  (predefinedField && (fieldNames[predefinedField] ?? predefinedField.toLowerCase())) ||
  name ||
  firstText(asked) ||
  `question_${questionId}`;

const valuesOf = (
  { answerDetails }: z.infer<typeof answer>,
  asked: Question | undefined,
): readonly string[] => {
  if (answerDetails.textQuestionAnswer) return [answerDetails.textQuestionAnswer.answer];
  const options = asked?.questionDetails?.multipleChoiceQuestionDetails?.options ?? [];
  return (answerDetails.multipleChoiceAnswer?.options ?? []).map(
    (chosen) => firstText(options.find(({ id }) => id === chosen)?.text) ?? chosen,
  );
};

const lastPart = (urn: string | null | undefined): string | null =>
  /([\w-]+)\)?$/.exec(urn?.replace(/,\d+\)$/, "") ?? "")?.[1] ?? null;

/** Answers by the names of their questions, and consents by their texts: a text that names a channel allows it. */
export const toLinkedinLead = (found: z.infer<typeof leadResponse>): FormLead => {
  const questions = new Map((found.form?.content?.questions ?? []).map((one) => [one.questionId, one]));
  const consents = new Map(
    (found.form?.content?.legalInfo?.consents ?? []).map((one) => [one.id, firstText(one.consent)]),
  );
  const { answers, consentResponses } = found.formResponse;
  return {
    id: found.id,
    createdAt: found.submittedAt ? new Date(found.submittedAt).toISOString() : null,
    formId: lastPart(found.versionedLeadGenFormUrn),
    adId: lastPart(found.associatedEntity?.associatedCreative),
    campaignId: lastPart(found.leadMetadataInfo?.sponsoredLeadMetadataInfo?.campaign?.id),
    platform: "linkedin",
    isOrganic: found.leadType !== "SPONSORED",
    answers: [
      ...answers.map((one) => {
        const asked = questions.get(one.questionId);
        return {
          name: asked ? questionName(asked) : `question_${one.questionId}`,
          values: valuesOf(one, asked),
        };
      }),
      ...(found.form?.hiddenFields ?? []).map(({ name, value }) => ({ name, values: [value] })),
    ],
    boxes: consentResponses.map(({ consentId, accepted }) => ({
      key: consents.get(consentId) ?? `consent_${consentId}`,
      isChecked: accepted,
    })),
  };
};
