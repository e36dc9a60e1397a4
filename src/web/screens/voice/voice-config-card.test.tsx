import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { voiceApi } from "#contract/voice.ts";
import { defaultVoiceConfig } from "#domain/voice/voice-config.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { VoiceConfigCard } from "./voice-config-card.tsx";

test.each([
  [
    "en",
    "ASR Provider",
    "ElevenLabs speaks in calls but has no speech recognition there: Deepgram transcribes what the customer says",
    "Twilio has no speech recognition of its own and chooses one for your account, usually Deepgram",
  ],
  [
    "es",
    "Reconocimiento de voz (ASR)",
    "ElevenLabs habla en las llamadas, pero no ofrece reconocimiento de voz: Deepgram transcribe lo que dice el cliente",
    "Twilio no tiene reconocimiento de voz propio y elige uno para su cuenta, normalmente Deepgram",
  ],
] as const)("in %s the card says what listens in calls", async (language, label, elevenlabs, twilio) => {
  const { choose } = await renderScreen("/no/such/page", {
    language,
    answers: [answer(voiceApi.config, () => defaultVoiceConfig)],
  });
  await loadOtherTexts();
  render(
    <QueryClientProvider client={queryClient}>
      <VoiceConfigCard readOnly={false} />
    </QueryClientProvider>,
  );
  const provider = await screen.findByLabelText(label);
  screen.getByText(elevenlabs);
  await choose(provider, "twilio");
  screen.getByText(twilio);
  await choose(provider, "google");
  expect([screen.queryByText(elevenlabs), screen.queryByText(twilio)]).toEqual([null, null]);
});
