import { useQuery } from "@tanstack/react-query";
import { Volume2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { voiceApi } from "#contract/voice.ts";
import { type RelayVoice, relayVoiceOf, type VoiceFallback } from "#domain/voice/relay-voice.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { apiQuery } from "#web/lib/api.ts";

type SpokenScript = Pick<ScriptInput, "language" | "accent" | "ttsProvider" | "voiceId">;

/** How calls of a script speak and listen; undefined until the voice configuration is known. */
export const useRelayVoice = (script: SpokenScript): RelayVoice | undefined => {
  const { data: config } = useQuery(apiQuery(voiceApi.config));
  return config && relayVoiceOf({ ...script, configVoice: config.ttsVoice, asrProvider: config.asrProvider });
};

type NamedFallback = VoiceFallback | NonNullable<RelayVoice["transcriptionFallback"]>;

/** Names what speaks or listens in place of the configured choice. */
export const VoiceFallbackNote = ({ fallback }: { fallback: NamedFallback }) => {
  const { t } = useTranslation();
  const accentName = `script.accents.${fallback.from}`;
  const from = fallback.code.startsWith("accent_") ? t(accentName as "script.accents.es-MX") : fallback.from;
  return (
    <p role="status" className="flex items-start gap-1.5 text-soft text-xs">
      <Volume2 aria-hidden="true" className="mt-px size-3.5 shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">
        {t(`scriptEditor.voiceFallback.${fallback.code}`, { from, to: fallback.to })}
      </span>
    </p>
  );
};
