import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ScriptInput } from "#domain/voice/script.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { useScriptTest } from "./use-script-test.ts";
import { useCanSpeak } from "./use-voices.ts";

type TestButtonProps = {
  script: ScriptInput;
  /** The element that says what is missing. */
  describedBy: string;
  className?: string;
};

/** Plays the content of a script as it is in its form. */
export const TestButton = ({ script, describedBy, className }: TestButtonProps) => {
  const { t } = useTranslation();
  const canSpeak = useCanSpeak();
  const { testing, test } = useScriptTest();
  const needsVoice = script.ttsProvider === "elevenlabs" && !script.voiceId;
  // The specification has a toast for a missing key of ElevenLabs, and none for Google.
  const isUnconnected = script.ttsProvider === "google" && !canSpeak("google");

  const runTest = () => {
    const showError = (description: string) =>
      toast({ title: t("error.title"), description, variant: "destructive" });
    if (script.content.trim() === "") return showError(t("script.needContent"));
    if (script.ttsProvider === "elevenlabs" && (needsVoice || !canSpeak("elevenlabs")))
      return showError(t("script.needVoice"));
    void test("form", script);
  };

  return (
    <Button
      {...(className ? { className } : {})}
      aria-describedby={describedBy}
      disabled={script.content === "" || needsVoice || isUnconnected || testing !== undefined}
      onClick={runTest}
    >
      <Play aria-hidden="true" />
      {testing ? t("script.testing") : t("script.test")}
    </Button>
  );
};
