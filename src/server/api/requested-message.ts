import type { ApprovalGate, ApprovalMessage } from "#domain/approvals/content.ts";
import { addressKindOf, type Channel } from "#domain/channels/channel.ts";
import type { ConsentPurpose } from "#domain/compliance/consent.ts";
import { conversationMs } from "#domain/compliance/defaults.ts";
import { isRecent } from "#domain/compliance/durations.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import type { Language } from "#domain/language.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import type { Reason } from "#domain/reason.ts";
import type { Tx } from "#server/db/database.ts";
import {
  composeMessage,
  findTemplate,
  recipientLanguage,
  templateValues,
} from "#server/pipeline/deliver/compose.ts";
import {
  findRecipients,
  findXAccount,
  type Recipient,
  readGateFacts,
} from "#server/store/compliance/gate-facts.ts";
import { readExpectedPrices } from "#server/store/delivery/average-prices.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { askGate } from "./gate-checks.ts";
import type { ApiServices } from "./handler.ts";

export type RequestedMessage = {
  channel: Channel;
  purpose: ConsentPurpose;
  template: string | null;
  text: string | null;
  subject: string | null;
};

export type MessageForecast = {
  gate: ApprovalGate;
  /** The message as it would leave, or why it cannot be composed. */
  rendered: ApprovalMessage["rendered"];
  problem: Reason | null;
  to: string | null;
  /** US dollars. */
  cost: number;
};

export type Forecaster = {
  person: (id: string) => Recipient | undefined;
  language: (person: Recipient) => Language;
  forecast: (personId: string, message: RequestedMessage) => MessageForecast | undefined;
};

type ForecastServices = Pick<ApiServices, "contactRules" | "addressHash" | "business" | "personFields">;

/** Read before the transaction: while it holds locks it must not wait for a second connection. */
export const readForecastSettings = async (services: ForecastServices, now: number) => ({
  rules: await services.contactRules(now),
  business: await services.business(),
  personFields: await services.personFields(),
  hash: services.addressHash,
  now,
});
type ForecastSettings = Awaited<ReturnType<typeof readForecastSettings>>;

/** Says what would become of messages to these people now, by the same gate and composing as the sender. */
export const openForecaster = async (
  {
    rules,
    business: { values: business, language: workspaceLanguage },
    personFields,
    hash,
    now,
  }: ForecastSettings,
  tx: Tx,
  personIds: string[],
): Promise<Forecaster> => {
  const recipients = await findRecipients(tx, [...new Set(personIds)]);
  const facts: Map<string, GateFacts> = await readGateFacts(tx, recipients, rules, hash, now);
  const templates = await listTemplateTexts(tx);
  const prices = await readExpectedPrices(tx);
  const people = new Map(recipients.map((person) => [person.id, person]));
  const language = (person: Recipient) => recipientLanguage(person, workspaceLanguage);
  return {
    person: (id) => people.get(id),
    language,
    forecast: (personId, { channel, purpose, template: name, text, subject }) => {
      const person = people.get(personId);
      const personFacts = facts.get(personId);
      if (!person || !personFacts) return undefined;
      const config = {
        ...(name === null ? {} : { template: name }),
        ...(text === null ? {} : { text }),
        ...(subject === null ? {} : { subject }),
      };
      const template =
        name === null ? undefined : findTemplate(templates, { channel, config }, language(person));
      const gate = askGate(
        {
          personId,
          channel,
          purpose,
          approvedTemplateName: template?.approvedName ?? null,
          templateCategory: template?.category,
        },
        personFacts,
      );
      const values = templateValues(
        person,
        business,
        {},
        null,
        fieldTexts(person.fields, personFields, template?.language ?? language(person)),
      );
      // Then WhatsApp sends the words that it has approved, whatever was changed since.
      const isTemplate =
        channel === "whatsapp" &&
        template?.approvedName != null &&
        !isRecent(personFacts.lastInboundAt.whatsapp, now, conversationMs);
      const composed = composeMessage({ channel, config }, template, values, language(person), isTemplate);
      const rendered = "code" in composed ? null : { subject: composed.subject, text: composed.text };
      const parts = channel === "sms" && rendered ? Math.max(1, countSegments(rendered.text).segments) : 1;
      return {
        gate,
        rendered,
        problem: "code" in composed ? composed : null,
        to: channel === "x" ? (findXAccount(person)?.label ?? null) : personFacts[addressKindOf(channel)],
        cost: prices[channel] * parts,
      };
    },
  };
};
