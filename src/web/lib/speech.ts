import { useQuery } from "@tanstack/react-query";
import { integrationsApi } from "#contract/integrations.ts";
import { voiceApi } from "#contract/voice.ts";
import { workspaceApi } from "#contract/workspace.ts";
import type { TtsProvider } from "#domain/voice/script.ts";
import { query } from "./api.ts";

/** The connector that holds a voice provider's key. */
const connectorOf: Record<TtsProvider, string> = { elevenlabs: "elevenlabs", google: "google-tts" };

/** Can this provider be asked to speak: with a key of its own, or in the sandbox? */
export const useCanSpeak = (): ((provider: TtsProvider) => boolean) => {
  const { data: connections } = useQuery(query(integrationsApi.list));
  const { data: status } = useQuery(query(workspaceApi.status));
  return (provider) => status?.sandbox === true || connections?.[connectorOf[provider]]?.mode === "live";
};

/** A provider's voices, asked for only where an answer can be had. */
export const useVoices = (provider: TtsProvider) => {
  const canSpeak = useCanSpeak()(provider);
  const { data, isLoading, isError } = useQuery({
    ...query(voiceApi.voices, { query: { provider } }),
    enabled: canSpeak,
  });
  return {
    voices: data?.voices ?? [],
    configured: canSpeak && data?.configured !== false,
    isLoading,
    isError,
  };
};
