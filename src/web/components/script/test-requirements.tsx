import { useTranslation } from "react-i18next";
import type { TtsProvider } from "#domain/voice/script.ts";

type TestedScript = { content: string; ttsProvider: TtsProvider; voiceId?: string | null | undefined };

/** What a script lacks before it can be spoken. */
export const missingForTest = (
  { content, ttsProvider, voiceId }: TestedScript,
  canSpeak: boolean,
): ("content" | "voice" | "connection")[] => [
  ...(content.trim() === "" ? (["content"] as const) : []),
  ...(ttsProvider === "elevenlabs" && !voiceId ? (["voice"] as const) : []),
  ...(canSpeak ? [] : (["connection"] as const)),
];

type TestRequirementsProps = { id: string; script: TestedScript; canSpeak: boolean };

/** Explains why the test is not available; empty when it is. */
export const TestRequirements = ({ id, script, canSpeak }: TestRequirementsProps) => {
  const { t } = useTranslation();
  const missing = missingForTest(script, canSpeak);
  const provider = t(`speech.${script.ttsProvider}`);
  return (
    <p id={id} role="status" className="text-soft text-xs">
      {missing.length > 0 &&
        t("script.testNeeds", {
          list: missing.map((what) => t(`script.testMissing.${what}`, { provider })).join(" · "),
        })}
    </p>
  );
};
