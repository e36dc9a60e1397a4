import { randomBytes } from "node:crypto";
import { instructsReader } from "#domain/agent/instructing-passage.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { type Channel, channels } from "#domain/channels/channel.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { checkReply, type ReplyCheck, type ReplyContext } from "#domain/inbox-ai/check-reply.ts";
import { maxReplyLength } from "#domain/inbox-ai/reply-form.ts";
import { type AnswerSource, citeSources, withoutCitations } from "#domain/inbox-ai/reply-source.ts";
import { type NoReplyReason, templateReply } from "#domain/inbox-ai/template-reply.ts";
import { defaultLanguage, type Language, parseLanguage } from "#domain/language.ts";
import { findOwnText } from "#domain/reading/own-text.ts";
import type { AiClient } from "#server/ai/ai-client.ts";
import { suggestReplyFeature } from "#server/ai/features/suggest-reply.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { Database } from "#server/db/database.ts";
import { type SimilarPassages, searchKnowledge } from "#server/store/ai/knowledge.ts";
import {
  findNewestInbound,
  type NewestInbound,
  type NewSuggestion,
} from "#server/store/conversations/reply-suggestions.ts";
import { readThreadItems } from "#server/store/conversations/thread-items.ts";
import { readBusiness } from "#server/store/workspace/business.ts";
import { plainText, type ThreadText, threadTexts } from "./thread-sources.ts";

export type SuggestionServices = {
  database: Database;
  ai: AiClient;
  general: () => Promise<GeneralSettings>;
  /** Passages that mean the same, where the base has vectors. */
  findSimilar?: (question: string) => Promise<SimilarPassages | undefined>;
};

export type SuggestionRequest = {
  personId: string;
  channel?: Channel | undefined;
  /** What the answer should say, in the operator's words. */
  instruction?: string | undefined;
};

const maxPassages = 6;
const maxItems = 24;
const maxMessageLength = 2000;
const separator = "\n\u241e\n";

type Draft = Pick<NewSuggestion, "text" | "sources" | "checks" | "vendor" | "model" | "isSimulated" | "cost">;

type Material = {
  inbound: NewestInbound;
  /** The person's own words, without quotations and hidden characters. */
  question: string;
  language: Language;
  channel: Channel;
  business: string | null;
  minimises: boolean;
  passages: Passage[];
  texts: ThreadText[];
  instruction: string;
  context: ReplyContext;
};

/** An answer to the newest message of a person, or why there is none. Nothing is stored. */
export const makeSuggestion = async (
  services: SuggestionServices,
  request: SuggestionRequest,
): Promise<{ suggestion: NewSuggestion } | { reason: NoReplyReason }> => {
  const startedAt = performance.now();
  const inbound = await findNewestInbound(services.database.db, request.personId);
  if (!inbound) return { reason: "no_inbound" };
  if (inbound.isAutomatic || inbound.local?.intent === "automatic_reply") return { reason: "automatic" };
  if (inbound.local?.intent === "opt_out" && inbound.local.optOut === "yes") return { reason: "opt_out" };
  const material = await gather(services, request, inbound);
  const draft = await compose(services, material);
  if ("reason" in draft) return draft;
  const { personId } = request;
  return {
    suggestion: {
      ...draft,
      personId,
      answersId: inbound.id,
      channel: material.channel,
      language: material.language,
      latencyMs: Math.round(performance.now() - startedAt),
    },
  };
};

const chooseLanguage = (inbound: NewestInbound, question: string, locale: string): Language => {
  const read = inbound.local?.language;
  if (read === "en" || read === "es") return read;
  return (
    detectLanguage(question) ??
    parseLanguage(inbound.personLanguage) ??
    parseLanguage(locale) ??
    defaultLanguage
  );
};

const gather = async (
  { database: { db }, general, findSimilar }: SuggestionServices,
  { personId, channel, instruction = "" }: SuggestionRequest,
  inbound: NewestInbound,
): Promise<Material> => {
  const { timezone, locale, minimisesText } = await general();
  const question = plainText(findOwnText(inbound.text).text, maxMessageLength);
  const language = chooseLanguage(inbound, question, locale);
  const query = [question, instruction].filter(Boolean).join(" ");
  const findPassages = async (): Promise<Passage[]> => {
    const similar = await findSimilar?.(query);
    return searchKnowledge(db, { query, language, now: Date.now(), timezone, limit: maxPassages, similar });
  };
  const [business, { items }, found] = await Promise.all([
    readBusiness(db, general),
    readThreadItems(db, personId, undefined, maxItems),
    findPassages(),
  ]);
  // Neither a model reads it nor does it prove anything: an imported page may say what no human of the business wrote.
  const isOrder = ({ title, text }: Passage): boolean => instructsReader(`${title}\n${text}`);
  const passages = found.filter((passage) => !isOrder(passage));
  const texts = threadTexts(items);
  const chosen = channel ?? channels.find((each) => each === inbound.channel) ?? "email";
  const knowledge = passages.map(
    ({ entryId, title, text }): AnswerSource => ({
      kind: "knowledge",
      id: entryId,
      title,
      text,
      isOwn: true,
    }),
  );
  const own = plainText(instruction);
  return {
    inbound,
    question,
    language,
    channel: chosen,
    business: business.values.company_name ?? null,
    minimises: minimisesText,
    passages,
    texts,
    instruction: own,
    context: {
      // What the operator says is their own word; it may name figures.
      sources: [
        ...knowledge,
        ...texts.map(({ source }) => source),
        ...(own === "" ? [] : [{ kind: "person" as const, id: null, title: "", text: own, isOwn: true }]),
      ],
      language,
      maxLength: maxReplyLength(chosen),
      canary: randomBytes(6).toString("hex"),
      setAside: found.filter(isOrder).map(({ title }) => title),
    },
  };
};

/** A model's answer where it can be proved; else the knowledge base's own words. */
const compose = async (
  { ai, general }: SuggestionServices,
  material: Material,
): Promise<Draft | { reason: NoReplyReason }> => {
  const answer = await ask(ai, material);
  const asked = answer && checkReply(answer.text, material.context);
  if (answer && asked?.text) {
    const { vendor, model, isSimulated, cost } = answer;
    return {
      ...citeSources(asked.text, material.context.sources),
      checks: asked.checks,
      vendor,
      model,
      isSimulated,
      cost,
    };
  }
  const { timezone, locale } = await general();
  const { question, passages, language, inbound } = material;
  const reading = inbound.local ?? readMessage({ text: question }, { now: Date.now(), timezone, locale });
  const reply = templateReply({
    question,
    intent: reading.intent,
    passages,
    firstName: inbound.firstName,
    language,
  });
  if ("reason" in reply) return asked ? { reason: "nothing_proved" } : reply;
  const checked = checkReply(reply.text, material.context);
  if (checked.text === null) return { reason: "nothing_proved" };
  return {
    ...citeSources(checked.text, material.context.sources),
    // What was wrong with the model's answer stays visible, and keeps this one from being sent by itself.
    checks: mergeChecks(checked.checks, asked?.checks ?? []),
    vendor: null,
    model: null,
    isSimulated: false,
    cost: null,
  };
};

const mergeChecks = (own: readonly ReplyCheck[], refused: readonly ReplyCheck[]): ReplyCheck[] =>
  own.map((check) => {
    const failed = refused.find((other) => other.check === check.check && !other.ok && other.detail !== null);
    return check.ok && failed ? failed : check;
  });

const ask = async (ai: AiClient, material: Material) => {
  const { inbound, question, passages, texts, business, language, channel, instruction, context } = material;
  const fence = randomBytes(6).toString("hex");
  const clean = (text: string): string => text.replaceAll(fence, "");
  const ends = /[?.!:]$/;
  const blocks = [
    passages
      .map(({ title, text }, index) => {
        const heading = plainText(title, 300);
        return `[k${index + 1}] ${heading}${ends.test(heading) ? "" : ":"} ${plainText(text, 1200)}`;
      })
      .join("\n"),
    inbound.firstName === null ? "" : `first name: ${plainText(inbound.firstName, 60)}`,
    texts
      .filter(({ id }) => id !== inbound.id)
      .map(({ speaker, text }) => `${speaker === "customer" ? "they wrote" : speaker}: ${text}`)
      .join("\n"),
    question,
    instruction,
  ].map(clean);
  const joined = blocks.join(separator);
  // Personal data is replaced once for all blocks, so that the same value has the same placeholder.
  const sent = material.minimises ? minimiseText(joined) : { text: joined, restore: (text: string) => text };
  const [knowledge = "", record = "", conversation = "", message = "", wish = ""] =
    sent.text.split(separator);
  const answer = await ai.ask(
    suggestReplyFeature,
    {
      business: plainText(business ?? "", 100) || "the business",
      knowledge,
      record,
      conversation,
      message,
      wish,
      channel,
      maxLength: context.maxLength,
      language,
      fence,
      canary: context.canary,
    },
    { personId: inbound.personId },
  );
  if (!answer.ok) return undefined;
  const { vendor, model, simulation, cost } = answer;
  return {
    text: toPlainReply(sent.restore(answer.output.reply)),
    vendor,
    model,
    isSimulated: simulation !== null,
    cost,
  };
};

/** Text only: a message is a template when it is sent, so that braces would be read as variables. */
const toPlainReply = (reply: string): string =>
  withoutCitations(
    reply
      .split("\n")
      .map((line) => plainText(line, 4000))
      .join("\n")
      .replaceAll(/[{}]{2,}/g, "")
      .replaceAll(/\*\*|__|^#+\s*/gm, ""),
  );
