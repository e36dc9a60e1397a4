import { openingOf } from "#domain/agent/opening.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { type RelayVoice, relayVoiceOf } from "#domain/voice/relay-voice.ts";
import type { ScriptLanguage, TtsProvider } from "#domain/voice/script.ts";
import type { VoiceConfig } from "#domain/voice/voice-config.ts";
import { fillScript } from "#server/agent/conversation.ts";
import type { ApiServices } from "#server/api/handler.ts";
import {
  type AgentCall,
  type CallScript,
  findCallScript,
  findCallScriptByName,
} from "#server/store/voice/agent-calls.ts";
import { readPhoneSettings, readVoiceConfig } from "#server/store/workspace/settings.ts";

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
  { database: { db } }: Pick<ApiServices, "database">,
  call: AgentCall,
  scriptName: string | null,
): Promise<CallScript | undefined> => {
  if (call.scriptId !== null) return findCallScript(db, call.scriptId);
  return scriptName === null ? undefined : findCallScriptByName(db, scriptName, call.personLanguage ?? "");
};

export const prepareSetup = async (
  services: Pick<ApiServices, "database" | "business">,
  call: AgentCall,
  scriptName: string | null,
): Promise<CallSetup> => {
  const { db } = services.database;
  const [config, phone, { values, language: workspace }, script] = await Promise.all([
    readVoiceConfig(db),
    readPhoneSettings(db),
    services.business(),
    findScript(services, call, scriptName),
  ]);
  const wished = call.language ?? script?.language ?? call.personLanguage;
  const language = isScriptLanguage(wished) ? wished : workspace;
  const business = values.company_name ?? null;
  const filled = fillScript({ ...call, scriptId: script?.id ?? null }, script, values, language);
  const { notice, rest } = openingOf({
    language,
    business,
    isRecorded: phone.recordsCalls,
    opening: filled.opening,
  });
  // The other language of the workspace's people.
  const other: ScriptLanguage = language === "es" ? "en" : "es";
  return {
    script,
    language,
    notice,
    opening: rest,
    voice: voiceFor(language, script, config),
    others: [voiceFor(other, script, config)],
    hints: [business, call.firstName].flatMap((name) => name ?? []),
    config,
    business,
    purpose: filled.opening,
    isRecorded: phone.recordsCalls,
  };
};
