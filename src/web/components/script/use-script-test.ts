import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Script } from "#contract/scripts.ts";
import { voice } from "#contract/voice.ts";
import { serverMessage } from "#web/lib/api.ts";
import { fetchAudio, playAudio, stopAudio } from "#web/lib/audio.ts";
import { toast } from "#web/lib/toast.ts";

/** What a vendor takes in one request. */
export const maxTestLength = 5000;

type Spoken = Pick<Script, "name" | "content" | "language" | "accent" | "ttsProvider" | "voiceId">;

/** Reads a script aloud, one at a time; the sound ends with the component that asked for it. */
export const useScriptPlayback = () => {
  const { t } = useTranslation();
  const [testing, setTesting] = useState<string>();
  useEffect(() => stopAudio, []);

  const test = async (key: string, script: Spoken): Promise<void> => {
    setTesting(key);
    try {
      await playAudio(
        await fetchAudio(voice.synthesize.path, {
          text: script.content.trim().slice(0, maxTestLength),
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
