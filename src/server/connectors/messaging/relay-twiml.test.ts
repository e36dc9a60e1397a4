import { expect, test } from "vitest";
import { relayVoiceOf } from "#domain/voice/relay-voice.ts";
import type { asrProviders } from "#domain/voice/voice-config.ts";
import { connectRelay } from "./relay-twiml.ts";

const twiml = (asrProvider: (typeof asrProviders)[number], detectsLanguage = false): string => {
  const voice = relayVoiceOf({
    language: "en",
    accent: "en-US",
    ttsProvider: "google",
    voiceId: null,
    configVoice: "auto",
    asrProvider,
  });
  const addresses = { url: "wss://faro.example/relay", actionUrl: "https://faro.example/next" };
  return connectRelay({ ...addresses, notice: undefined, voice, others: [], detectsLanguage, hints: [] })
    .body;
};
const listeners = (text: string): string[] =>
  [...text.matchAll(/transcriptionProvider="(\w+)" speechModel="([\w-]+)"/g)].map(
    ([, provider, model]) => `${provider} ${model}`,
  );

test.each([
  ["elevenlabs", ["Deepgram nova-3-general", "Deepgram nova-3-general"]],
  ["google", ["Google telephony", "Google telephony"]],
  ["twilio", []],
] as const)("with %s the relay listens with %j", (asrProvider, expected) => {
  expect(listeners(twiml(asrProvider))).toEqual(expected);
  expect(twiml(asrProvider).includes("transcriptionProvider")).toBe(asrProvider !== "twilio");
});

test("where nobody knows the language, speech recognition finds it out", () => {
  expect(twiml("elevenlabs", true)).toContain('transcriptionLanguage="multi"');
  expect(twiml("elevenlabs")).not.toContain("transcriptionLanguage");
});
