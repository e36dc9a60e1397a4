import { randomBytes } from "node:crypto";
import { choosePassage } from "#domain/agent/answer-passage.ts";
import { instructsReader } from "#domain/agent/instructing-passage.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { type Channel, channels } from "#domain/channels/channel.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { checkReply, type ReplyCheck, type ReplyContext } from "#domain/inbox-ai/check-reply.ts";
import { isMachineSender, soundsAutomatic } from "#domain/inbox-ai/machine-sender.ts";
import { maxReplyLength } from "#domain/inbox-ai/reply-form.ts";
import { type AnswerSource, citeSources, withoutCitations } from "#domain/inbox-ai/reply-source.ts";
import { type NoReplyReason, templateReply } from "#domain/inbox-ai/template-reply.ts";
import { askedWords } from "#domain/knowledge/asked-words.ts";
import { readQueryTerms } from "#domain/knowledge/query-terms.ts";
import { defaultLanguage, type Language, parseLanguage } from "#domain/language.ts";
import { asksKnowledge } from "#domain/reading/asks-something.ts";
import { findOwnText } from "#domain/reading/own-text.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { AiStepFailure } from "#domain/sequences/ai-answers.ts";
import type { AiClient } from "#server/ai/ai-client.ts";
import { suggestReplyFeature } from "#server/ai/features/suggest-reply.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { Database } from "#server/db/database.ts";
import { type SimilarPassages, searchKnowledge } from "#server/store/ai/knowledge.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import type { UnansweredQuestion } from "#server/store/ai/unanswered-questions.ts";
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
  /** What is asked of the model; absent, as an operator asks for it. */
  feature?: typeof suggestReplyFeature | undefined;
};

const maxPassages = 6;
const maxItems = 24;
const maxMessageLength = 2000;
const separator = "\n\u241e\n";

type Draft = Pick<NewSuggestion, "text" | "sources" | "checks" | "vendor" | "model" | "isSimulated" | "cost">;

/** A message as the knowledge base is asked for it. */
type ReadQuestion = {
  /** The person's own words, without quotations and hidden characters. */
  question: string;
  language: Language;
  reading: MessageReading;
  passages: Passage[];
  /** Titles of passages that give orders to their reader and are not used. */
  setAside: string[];
};

type Material = ReadQuestion & {
  inbound: NewestInbound;
  channel: Channel;
  business: string | null;
  /** Names that are replaced in any position; null where personal data leaves as it is. */
  replacedNames: readonly string[] | null;
  texts: ThreadText[];
  instruction: string;
  context: ReplyContext;
};

type ModelReply = Pick<Draft, "text" | "isSimulated"> & { vendor: string; model: string; cost: number };

type MadeSuggestion = ({ suggestion: NewSuggestion } | { reason: NoReplyReason }) & {
  /** What the message asks and neither the knowledge base nor the answer says. */
  unanswered: UnansweredQuestion | null;
  /** Why no model answered; null where one did, or none was asked. */
  failure: AiStepFailure | null;
};

/** An answer to the newest message of a person, or why there is none. Nothing is stored. */
export const makeSuggestion = async (
  services: SuggestionServices,
  request: SuggestionRequest,
): Promise<MadeSuggestion> => {
  const startedAt = performance.now();
  const without = (reason: NoReplyReason): MadeSuggestion => ({ reason, unanswered: null, failure: null });
  const inbound = await findNewestInbound(services.database.db, request.personId);
  if (!inbound) return without("no_inbound");
  if (inbound.isAutomatic || inbound.local?.intent === "automatic_reply") return without("automatic");
  if (inbound.local?.intent === "opt_out" && inbound.local.optOut === "yes") return without("opt_out");
  const material = await gather(services, request, inbound);
  const { draft, failure } = await compose(services, material, request.feature);
  const usesKnowledge = "sources" in draft && draft.sources.some(({ kind }) => kind === "knowledge");
  // With an instruction the search was for the operator's words, too.
  const unanswered = usesKnowledge || material.instruction !== "" ? null : toUnanswered(inbound, material);
  if ("reason" in draft) return { ...draft, unanswered, failure };
  const { personId } = request;
  return {
    unanswered,
    failure,
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

/** The question of a message for which no passage is good enough; null where it asks nothing, or is answered. */
const toUnanswered = (
  { id, personId, channel, from, isAutomatic }: NewestInbound,
  { question, language, reading, passages }: ReadQuestion,
): UnansweredQuestion | null => {
  const asked = askedWords(question);
  const isForKnowledge =
    !isAutomatic && !isMachineSender(from) && !soundsAutomatic(question) && asksKnowledge(question, reading);
  if (!isForKnowledge || readQueryTerms(asked).length === 0 || choosePassage(passages, language)) return null;
  const askedOn = channels.find((each) => each === channel);
  return askedOn
    ? { question: asked, language, personId, channel: askedOn, callId: null, messageId: id }
    : null;
};

/** What a message asks and the knowledge base does not answer, where no answer is made. */
export const findUnanswered = async (
  services: Pick<SuggestionServices, "database" | "general">,
  inbound: NewestInbound,
): Promise<UnansweredQuestion | null> => toUnanswered(inbound, await readQuestion(services, inbound, ""));

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

const readQuestion = async (
  {
    database: { db },
    general,
    findSimilar,
  }: Pick<SuggestionServices, "database" | "general" | "findSimilar">,
  inbound: NewestInbound,
  instruction: string,
): Promise<ReadQuestion> => {
  const { timezone, locale } = await general();
  const now = Date.now();
  const question = plainText(findOwnText(inbound.text).text, maxMessageLength);
  const language = chooseLanguage(inbound, question, locale);
  const reading = inbound.local ?? readMessage({ text: question }, { now, timezone, locale });
  const query = [question, instruction].filter(Boolean).join(" ");
  const similar = await findSimilar?.(query);
  const found = await searchKnowledge(db, { query, language, now, timezone, limit: maxPassages, similar });
  // Neither a model reads it nor does it prove anything: an imported page may say what no human of the business wrote.
  const isOrder = ({ title, text }: Passage): boolean => instructsReader(`${title}\n${text}`);
  return {
    question,
    language,
    reading,
    passages: found.filter((passage) => !isOrder(passage)),
    setAside: found.filter(isOrder).map(({ title }) => title),
  };
};

const gather = async (
  services: SuggestionServices,
  { personId, channel, instruction = "" }: SuggestionRequest,
  inbound: NewestInbound,
): Promise<Material> => {
  const {
    database: { db },
    general,
  } = services;
  const { minimisesText } = await general();
  const [business, { items }, { setAside, ...read }] = await Promise.all([
    readBusiness(db, general),
    readThreadItems(db, personId, undefined, maxItems),
    readQuestion(services, inbound, instruction),
  ]);
  const { passages, language } = read;
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
    ...read,
    setAside,
    inbound,
    channel: chosen,
    business: business.values.company_name ?? null,
    replacedNames: minimisesText ? await readKnownNames(db, personId) : null,
    texts,
    instruction: own,
    context: {
      question: read.question,
      // What the operator says is their own word; it may name figures.
      sources: [
        ...knowledge,
        ...texts.map(({ source }) => source),
        ...(own === "" ? [] : [{ kind: "person" as const, id: null, title: "", text: own, isOwn: true }]),
      ],
      language,
      maxLength: maxReplyLength(chosen),
      canary: randomBytes(6).toString("hex"),
      setAside,
    },
  };
};

/** A model's answer where it can be proved; else the knowledge base's own words. */
const compose = async (
  { ai }: Pick<SuggestionServices, "ai">,
  material: Material,
  feature: typeof suggestReplyFeature = suggestReplyFeature,
): Promise<{ draft: Draft | { reason: NoReplyReason }; failure: AiStepFailure | null }> => {
  const answer = await ask(ai, material, feature);
  if ("failure" in answer) return { draft: composeWithoutModel(material, undefined), ...answer };
  const asked = checkReply(answer.text, material.context);
  if (asked.text === null) return { draft: composeWithoutModel(material, asked), failure: null };
  const { vendor, model, isSimulated, cost } = answer;
  const cited = citeSources(asked.text, material.context.sources, material.question);
  return { draft: { ...cited, checks: asked.checks, vendor, model, isSimulated, cost }, failure: null };
};

/** `asked`: what was wrong with a model's answer. */
const composeWithoutModel = (
  material: Material,
  asked: ReturnType<typeof checkReply> | undefined,
): Draft | { reason: NoReplyReason } => {
  const { question, passages, language, inbound, reading } = material;
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
    ...citeSources(checked.text, material.context.sources, material.question),
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

const ask = async (
  ai: AiClient,
  material: Material,
  feature: typeof suggestReplyFeature,
): Promise<ModelReply | { failure: AiStepFailure }> => {
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
  const sent =
    material.replacedNames === null
      ? { text: joined, restore: (text: string) => text }
      : minimiseText(joined, material.replacedNames);
  const [knowledge = "", record = "", conversation = "", message = "", wish = ""] =
    sent.text.split(separator);
  const answer = await ai.ask(
    feature,
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
  if (!answer.ok) return { failure: { reason: answer.reason, skipped: answer.skipped } };
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
