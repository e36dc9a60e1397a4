import type { ConsentChannel } from "#domain/channels/channel.ts";

/** A lead as a vendor of lead forms returned it. */
export type FormLead = {
  id: string;
  createdAt: string | null;
  formId: string | null;
  adId: string | null;
  campaignId: string | null;
  platform: string | null;
  isOrganic: boolean;
  answers: readonly { name: string; values: readonly string[] }[];
  /** Boxes below the form's own disclaimer. */
  boxes: readonly { key: string; isChecked: boolean }[];
};

/** Words in the key of a box that name the channel it allows. */
const channelWords: readonly [ConsentChannel, RegExp][] = [
  ["whatsapp", /whats\s*app/],
  ["sms", /\bsms\b|\btext(?:s|os?)?\b|mensajes? de texto/],
  ["call", /\bcalls?\b|\bphone\b|llamadas?|tel[eé]fono/],
  ["email", /\be ?mails?\b|correos?/],
];

/** A box that refuses gives no consent, and is too unclear to be an opt-out. */
const refusal = /\b(?:no|not|never|don'?t|dont|without|stop|opt ?out|unsubscribe|nunca|sin|baja)\b/;

/** Consents that checked boxes give. A box that is not checked says nothing: it is no refusal. */
export const consentsOfBoxes = (boxes: FormLead["boxes"]): Partial<Record<ConsentChannel, true>> => {
  const consents: Partial<Record<ConsentChannel, true>> = {};
  for (const { key, isChecked } of boxes) {
    if (!isChecked) continue;
    const words = key.toLowerCase().replaceAll(/[_-]+/g, " ");
    if (refusal.test(words)) continue;
    for (const [channel, pattern] of channelWords) if (pattern.test(words)) consents[channel] = true;
  }
  return consents;
};

/** Names of standard questions that have another name in a second form builder. */
const answerNames: Record<string, string> = {
  "work email": "work_email",
  post_code: "zip_code",
  postal_code: "zip_code",
  province: "state",
  whatsapp_number: "phone_number",
};

const fieldName = (name: string): string => {
  const folded = name.trim().toLowerCase();
  return answerNames[folded] ?? folded;
};

/** The payload of the event that a lead becomes: flat answers, so that a mapping needs only plain paths. */
export const leadPayload = (type: string, lead: FormLead): Record<string, unknown> => {
  const answers: Record<string, string> = {};
  for (const { name, values } of lead.answers) {
    const value = values.filter((text) => text.trim() !== "").join(", ");
    // The first of two questions with one name counts.
    if (value !== "") answers[fieldName(name)] ??= value;
  }
  const { id, createdAt, formId, adId, campaignId, platform, isOrganic, boxes } = lead;
  return {
    type,
    id,
    created_time: createdAt,
    form_id: formId,
    ad_id: adId,
    campaign_id: campaignId,
    platform,
    is_organic: isOrganic,
    answers,
    consents: consentsOfBoxes(boxes),
    disclaimers: Object.fromEntries(boxes.map(({ key, isChecked }) => [key, isChecked])),
  };
};
