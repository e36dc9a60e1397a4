import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VoiceScript } from "#contract/scripts.ts";
import { voiceApi } from "#contract/voice.ts";
import { serverMessage } from "./api.ts";
import { fetchSound, playSound, stopSound } from "./sound.ts";
import { toast } from "./toast.ts";

/** What a vendor takes in one request. */
export const longestTest = 5000;

type Spoken = Pick<VoiceScript, "name" | "content" | "language" | "accent" | "ttsProvider" | "voiceId">;

/** Reads a script aloud, one at a time; the sound ends with the component that asked for it. */
export const useScriptTest = () => {
  const { t } = useTranslation();
  const [testing, setTesting] = useState<string>();
  useEffect(() => stopSound, []);

  const test = async (key: string, script: Spoken): Promise<void> => {
    setTesting(key);
    try {
      await playSound(
        await fetchSound(voiceApi.synthesize.path, {
          text: script.content.trim().slice(0, longestTest),
          language: script.language,
          accent: script.accent,
          provider: script.ttsProvider,
          voiceId: script.voiceId ?? "auto",
        }),
      );
      toast({ title: t("script.playing"), description: script.name || undefined });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("script.testFailed"),
        detail: serverMessage(error) ?? t("script.unknownError"),
        variant: "destructive",
      });
    } finally {
      setTesting(undefined);
    }
  };
  return { testing, test };
};
