import { useQuery } from "@tanstack/react-query";
import { integrationsApi } from "#contract/integrations.ts";
import { voiceApi } from "#contract/voice.ts";
import { workspaceApi } from "#contract/workspace.ts";
import type { TtsProvider } from "#domain/voice/script.ts";
import { apiQuery } from "#web/lib/api.ts";

const connectorOf: Record<TtsProvider, string> = { elevenlabs: "elevenlabs", google: "google-tts" };

/** Whether a provider can synthesise speech: with its own key or in the sandbox. */
export const useCanSpeak = (): ((provider: TtsProvider) => boolean) => {
  const { data: connections } = useQuery(apiQuery(integrationsApi.connections));
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  return (provider) => status?.sandbox === true || connections?.[connectorOf[provider]]?.mode === "live";
};

/** The voices of a provider; fetched only if the provider can be used. */
export const useVoices = (provider: TtsProvider) => {
  const canSpeak = useCanSpeak()(provider);
  const { data, isLoading, isError } = useQuery({
    ...apiQuery(voiceApi.voices, { query: { provider } }),
    enabled: canSpeak,
  });
  return {
    voices: data?.voices ?? [],
    configured: canSpeak && data?.configured !== false,
    isLoading,
    isError,
  };
};
