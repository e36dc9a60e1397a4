import { useTranslation } from "react-i18next";
import type { TtsProvider } from "#domain/voice/script.ts";
import { useVoices } from "#web/lib/speech.ts";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

type VoiceSelectProps = {
  provider: TtsProvider;
  value: string | null;
  onChange: (voiceId: string | null) => void;
};

/** The voices of a provider. Google picks one by the accent when none is chosen; ElevenLabs needs one. */
export const VoiceSelect = ({ provider, value, onChange }: VoiceSelectProps) => {
  const { t } = useTranslation();
  const { voices, configured, isLoading, isError } = useVoices(provider);
  const isKnown = value === null || voices.some(({ id }) => id === value);
  const hint = isLoading
    ? undefined
    : isError
      ? t("script.voicesFailed")
      : configured
        ? undefined
        : t("script.voicesNoKey");
  return (
    <Field label={t("script.voice")} hint={hint}>
      <Select value={value ?? ""} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{t(provider === "elevenlabs" ? "script.selectVoice" : "script.autoVoice")}</option>
        {!isKnown && (
          <option value={value}>
            {isLoading ? t("script.voicesLoading") : t("script.storedVoice", { id: value })}
          </option>
        )}
        {voices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
};
