import type { SandboxSettings } from "#sandbox/settings.ts";

type RelayFault = SandboxSettings["relay"]["fault"];

const otherLanguage = (lang: string): string => (lang.startsWith("es") ? "en-US" : "es-US");

/** The frames that report one utterance of the caller, as the fault distorts them. */
export const distortPrompt = (fault: RelayFault, words: string, lang: string, last: boolean): string[] => {
  const prompt = (voicePrompt: string, language = reportedLanguage(lang, words)): string =>
    JSON.stringify({ type: "prompt", voicePrompt, lang: language, last });
  if (fault === "duplicate-final") return [prompt(words), prompt(words)];
  if (fault === "fragmented-final") return splitInTwo(words).map((part) => prompt(part));
  if (fault === "wrong-lang") return [prompt(words, otherLanguage(lang))];
  if (fault === "error-frame")
    return [
      prompt(words),
      JSON.stringify({ type: "error", description: "Text to speech failed, code: 64106" }),
    ];
  if (fault === "unknown-frame")
    return [JSON.stringify({ type: "transcriptScore", value: 0.93 }), prompt(words)];
  return [prompt(words)];
};

/** With automatic detection the language is a bare tag. */
const reportedLanguage = (lang: string, words: string): string =>
  lang !== "multi"
    ? lang
    : /\b(?:je|vous|nous|c’est|est-ce|bonjour|merci|pour|avec)\b/i.test(words)
      ? "fr"
      : /\b(?:ich|sie|wir|und|nicht|guten|bitte|danke|kostet)\b/i.test(words)
        ? "de"
        : /[áéíóúñ¿¡]|\b(que|no|sí|si|de|la|el|por|una?)\b/i.test(words)
          ? "es"
          : "en";

const splitInTwo = (words: string): string[] => {
  const all = words.split(/\s+/);
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle).join(" "), all.slice(middle).join(" ")].filter((part) => part !== "");
};

/** Frames that no server should take for valid ones. */
export const floodFrames = (): string[] => [
  "not json",
  "",
  "[]",
  "null",
  "{}",
  '{"type":42}',
  '{"type":"prompt"}',
  '{"type":"prompt","voicePrompt":7,"last":"yes"}',
  '{"type":"dtmf","digit":"one hundred"}',
  '{"type":"interrupt","utteranceUntilInterrupt":null}',
  '{"type":"setup","sessionId":"VX0","callSid":"CA0"}',
  `{"type":"prompt","voicePrompt":"${"la ".repeat(20_000)}","last":true}`,
  '{"type":"info","name":"agentSpeaking","value":{"__proto__":{"on":true}}}',
];
