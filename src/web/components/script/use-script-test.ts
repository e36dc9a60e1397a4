import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VoiceScript } from "#contract/scripts.ts";
import { voiceApi } from "#contract/voice.ts";
import { serverMessage } from "#web/lib/api.ts";
import { fetchAudio, playAudio, stopAudio } from "#web/lib/audio.ts";
import { toast } from "#web/lib/toast.ts";

/** The longest text that speech vendors accept in one request. */
export const maxTestLength = 5000;

type SpokenScript = Pick<VoiceScript, "name" | "content" | "language" | "accent" | "ttsProvider" | "voiceId">;

/** Plays a script as speech, one at a time. Playback stops when the component unmounts. */
export const useScriptTest = () => {
  const { t } = useTranslation();
  const [testing, setTesting] = useState<string>();
  useEffect(() => stopAudio, []);

  const test = async (key: string, script: SpokenScript): Promise<void> => {
    setTesting(key);
    try {
      await playAudio(
        await fetchAudio(voiceApi.synthesize.path, {
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
