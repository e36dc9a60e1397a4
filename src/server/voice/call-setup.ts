import { openingOf } from "#domain/agent/opening.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { type RelayVoice, relayVoiceOf } from "#domain/voice/relay-voice.ts";
import { type ScriptLanguage, scriptLanguages, type TtsProvider } from "#domain/voice/script.ts";
import type { VoiceConfig } from "#domain/voice/voice-config.ts";
import { fillScript } from "#server/agent/conversation.ts";
import {
  type AgentCall,
  type CallScript,
  findCallScript,
  findCallScriptByName,
} from "#server/store/voice/agent-calls.ts";
import { readPhoneSettings, readVoiceConfig } from "#server/store/workspace/settings.ts";
import type { VoiceServices } from "./voice-services.ts";

/** How a call begins: its script, language, voices and first words. */
export type CallSetup = {
  script: CallScript | undefined;
  language: ScriptLanguage;
  /** Played by the vendor before anything else. */
  notice: string;
  /** Said by the agent after it. */
  opening: string;
  voice: RelayVoice;
  others: RelayVoice[];
  /** Nobody knows which language the person speaks, and speech recognition can find out. */
  detectsLanguage: boolean;
  hints: string[];
  config: VoiceConfig;
  business: string | null;
  /** What the call is about, for an answering machine. */
  purpose: string;
  isRecorded: boolean;
};

const isScriptLanguage = (text: string | null): text is ScriptLanguage =>
  text !== null && Object.hasOwn(agentPhrases, text);

const voiceFor = (
  language: ScriptLanguage,
  script: CallScript | undefined,
  config: VoiceConfig,
): RelayVoice => {
  const isScripts = script?.language === language;
  return relayVoiceOf({
    language,
    accent: isScripts ? script.accent : "",
    ttsProvider: isScripts ? (script.ttsProvider as TtsProvider) : "google",
    voiceId: isScripts ? script.voiceId : null,
    configVoice: config.ttsVoice,
    asrProvider: config.asrProvider,
  });
};

const findScript = async (
  { database: { db } }: Pick<VoiceServices, "database">,
  call: AgentCall,
  scriptName: string | null,
): Promise<CallScript | undefined> => {
  if (call.scriptId !== null) return findCallScript(db, call.scriptId);
  return scriptName === null ? undefined : findCallScriptByName(db, scriptName, call.personLanguage ?? "");
};

export const prepareSetup = async (
  services: Pick<VoiceServices, "database" | "business">,
  call: AgentCall,
  scriptName: string | null,
  /** Instead of the stored script. */
  draft?: CallScript,
): Promise<CallSetup> => {
  const { db } = services.database;
  const [config, phone, { values, language: workspace }, script] = await Promise.all([
    readVoiceConfig(db),
    readPhoneSettings(db),
    services.business(),
    draft ?? findScript(services, call, scriptName),
  ]);
  const wished = call.language ?? script?.language ?? call.personLanguage;
  const language = isScriptLanguage(wished) ? wished : workspace;
  const business = values.company_name ?? null;
  const voice = voiceFor(language, script, config);
  const isUnknown = call.personLanguage === null;
  const filled = fillScript({ ...call, scriptId: script?.id ?? null }, script, values, language);
  const { notice, rest } = openingOf({
    language,
    business,
    isRecorded: phone.recordsCalls,
    opening: filled.opening,
  });
  return {
    script,
    language,
    notice,
    opening: rest,
    voice,
    others: scriptLanguages
      .filter((other) => other !== language)
      .map((other) => voiceFor(other, script, config)),
    detectsLanguage: isUnknown && voice.transcriptionProvider === "Deepgram",
    hints: [business, call.firstName].flatMap((name) => name ?? []),
    config,
    business,
    purpose: filled.opening,
    isRecorded: phone.recordsCalls,
  };
};
