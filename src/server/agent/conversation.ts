import { randomBytes } from "node:crypto";
import type { AgentAct } from "#domain/agent/act.ts";
import { type AgentScript, parseScript, startFlow } from "#domain/agent/flow.ts";
import { buildAgentInstructions } from "#domain/agent/prompt.ts";
import { renderTemplate } from "#domain/messages/template.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { isStaffed } from "#domain/voice/staffed.ts";
import type { VoiceConfig } from "#domain/voice/voice-config.ts";
import type { ModelConversation } from "#server/ai/ai-client.ts";
import type { ApiServices } from "#server/api/handler.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { Reader } from "#server/db/database.ts";
import { readSmallBase } from "#server/store/ai/knowledge.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import {
  type AgentCall,
  type AgentMemory,
  type CallScript,
  findCallScript,
  findCounterparts,
} from "#server/store/voice/agent-calls.ts";
import { readCallLines } from "#server/store/voice/agent-turns.ts";
import { readPhoneSettings, readVoiceConfig } from "#server/store/workspace/settings.ts";
import type { WriteContext } from "#server/store/write.ts";

export type SpokenLine = { speaker: "agent" | "customer" | "operator"; text: string };

export type AgentServices = Pick<
  ApiServices,
  "log" | "ai" | "general" | "knowledgeVectors" | "addressHash" | "clock"
> & {
  database: { db: Reader };
  /** Stores what a tool did. In a call with a test caller nothing is stored. */
  write: (actor: Actor, change: (context: WriteContext) => Promise<void>) => Promise<void>;
  /** Opts the person out of all channels; resolves when it is stored. */
  optOut: (call: AgentCall, text: string) => Promise<void>;
};

/** What the model is told of a tool, and whether something was done that it may claim. */
export type ToolResult = { isDone: boolean; text: string };

/** A change that the person has to confirm before it is made. */
export type Proposal = {
  id: string;
  /** The answer in which it was read back. */
  epoch: number;
  proposedAt: number;
  /** Adds what it did to the acts of the turn that confirmed it. */
  run: (acts: AgentAct[]) => Promise<ToolResult>;
};

/** One conversation of the agent with one person. */
export type AgentConversation = {
  call: AgentCall;
  scriptRow: CallScript | undefined;
  script: AgentScript;
  /** Scripts of the same use case in other languages. */
  counterparts: AgentScript[];
  language: ScriptLanguage;
  detectedLanguage: ScriptLanguage | null;
  business: string | null;
  config: VoiceConfig;
  phone: PhoneSettings;
  timezone: string;
  locale: string;
  /** Personal data is replaced before a text leaves. */
  minimisesText: boolean;
  /** Names that are replaced in any position. */
  knownNames: readonly string[];
  memory: AgentMemory;
  lines: SpokenLine[];
  /** Of operators, for the next answer. */
  whispers: string[];
  readings: MessageReading[];
  acts: AgentAct[];
  proposals: Proposal[];
  /** The newest line of the agent, and whether it was heard to its end. */
  lastSpoken: { epoch: number; wasPlayedInFull: boolean };
  isRecording: boolean;
  /** Languages in which the person was told who speaks. */
  noticed: Set<ScriptLanguage>;
  /** Of the knowledge base: everything when it is small, else nothing, and each question is searched. */
  knowledge: { id: string; title: string; text: string }[];
  isLargeBase: boolean;
  models: ModelConversation | undefined;
  instructions: string;
  fence: string;
  isStaffed: (now: number) => boolean;
};

const maxBaseCharacters = 24_000;

/** Reads everything that the answers of a call rest on, before the first one. `draft`: instead of the stored script. */
export const openConversation = async (
  services: Pick<AgentServices, "database" | "ai" | "general" | "clock"> & Pick<ApiServices, "business">,
  call: AgentCall,
  language: ScriptLanguage,
  draft?: CallScript,
): Promise<AgentConversation> => {
  const { db } = services.database;
  const [config, phone, { values }, general, models, stored, knownNames] = await Promise.all([
    readVoiceConfig(db),
    readPhoneSettings(db),
    services.business(),
    services.general(),
    services.ai.openConversation(),
    readCallLines(db, call.id),
    readKnownNames(db, call.personId),
  ]);
  const scriptRow = draft ?? (call.scriptId === null ? undefined : await findCallScript(db, call.scriptId));
  const smallBase = await readSmallBase(db, {
    entryIds: scriptRow?.knowledgeIds ?? [],
    maxCharacters: maxBaseCharacters,
    now: services.clock.now(),
    timezone: general.timezone,
  });
  const knowledge = smallBase ?? [];
  const others = scriptRow ? await findCounterparts(db, scriptRow) : [];
  const script = fillScript(call, scriptRow, values, language);
  const fence = `d${randomBytes(6).toString("hex")}`;
  const business = values.company_name ?? null;
  return {
    call,
    scriptRow,
    script,
    counterparts: others.map((row) => fillScript({ ...call, text: null }, row, values, row.language)),
    language,
    detectedLanguage: null,
    business,
    config,
    phone,
    timezone: general.timezone,
    locale: general.locale,
    minimisesText: general.minimisesText,
    knownNames,
    memory: call.memory ?? { flow: startFlow, unknownInARow: 0, abuseCount: 0, epoch: 0 },
    lines: stored.flatMap(({ speaker, text }) =>
      speaker === "agent" || speaker === "customer" || speaker === "operator" ? [{ speaker, text }] : [],
    ),
    whispers: [],
    readings: [],
    acts: [],
    proposals: [],
    lastSpoken: { epoch: 0, wasPlayedInFull: true },
    isRecording: call.isRecorded,
    noticed: new Set([language]),
    knowledge,
    isLargeBase: smallBase === null,
    models,
    instructions: buildAgentInstructions({
      business,
      workspaceInstructions: config.instructions,
      scriptGoals: script.goals.map(({ title }) => title),
      knowledge,
      channel: "voice",
      fence,
      canary: fence,
    }),
    fence,
    isStaffed: (now) => isStaffed(phone, now, general.timezone),
  };
};

/**
 * The conversation goes on in another language, with the script of that language. Without one, a model translates what
 * is left of the script; the script alone has no more to say.
 */
export const switchLanguage = (conversation: AgentConversation, language: ScriptLanguage): void => {
  conversation.language = language;
  const { script, counterparts, models, memory } = conversation;
  if (script.language === language) return;
  const counterpart = counterparts.find((one) => one.language === language);
  if (counterpart) {
    counterparts.push(script);
    conversation.script = counterpart;
  } else if (!models) conversation.script = { ...script, language, steps: [], goals: [], facts: [] };
  memory.flow = { ...memory.flow, pending: null };
};

/** The values of a script's variables for a person. */
export const scriptValues = (call: AgentCall, business: Record<string, string>): Record<string, unknown> => {
  const fullName = [call.firstName, call.lastName].filter(Boolean).join(" ");
  return {
    ...business,
    first_name: call.firstName,
    last_name: call.lastName,
    customer_name: fullName,
    full_name: fullName,
    email: call.email,
    phone: call.phoneNumber,
    status: call.personStatus,
  };
};

/** The script with the person's values; without a script, the text of the action. */
export const fillScript = (
  call: AgentCall,
  row: CallScript | undefined,
  business: Record<string, string>,
  language: ScriptLanguage,
): AgentScript => {
  const values = scriptValues(call, business);
  const fill = (text: string): string =>
    renderTemplate(text, values)
      .text.replaceAll(/\s+([,.!?])/g, "$1")
      .replaceAll(/[^\S\n]{2,}/g, " ");
  // The action's text has its values already.
  const content = call.text && call.text !== "" ? call.text : row ? fill(row.content) : "";
  return parseScript({
    name: row?.name ?? "",
    language,
    content,
    goals: (row?.goals ?? []).map((goal) => ({ ...goal, say: fill(goal.say) })),
    facts: (row?.facts ?? []).map((fact) => ({ ...fact, question: fill(fact.question) })),
  });
};
