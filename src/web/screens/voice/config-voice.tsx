import { useTranslation } from "react-i18next";
import { ttsProviders } from "#domain/voice/script.ts";
import { useVoices } from "#web/lib/speech.ts";
import { useIdle } from "#web/lib/use-idle.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

const automaticVoice = "auto";

type VoiceFieldProps = { value: string; onChange: (id: string) => void };

/** The agent's voice: any that a reachable provider offers, or one chosen by language. */
export const VoiceField = ({ value, onChange }: VoiceFieldProps) => {
  const { t } = useTranslation();
  const elevenlabs = useVoices("elevenlabs");
  const google = useVoices("google");
  const voicesByProvider = { elevenlabs: elevenlabs.voices, google: google.voices };
  const isLoading = elevenlabs.isLoading || google.isLoading;
  // Providers offer voices by the hundred; all but the chosen one can come after the first drawing.
  const showsAll = useIdle();
  const isListed =
    value === automaticVoice ||
    ttsProviders.some((provider) => voicesByProvider[provider].some(({ id }) => id === value));
  return (
    <Field label={t("voice.config.ttsVoice")}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value={automaticVoice}>{t("voice.config.auto")}</option>
        {!isListed && (
          <option value={value}>
            {isLoading ? t("script.voicesLoading") : t("script.storedVoice", { id: value })}
          </option>
        )}
        {ttsProviders.map(
          (provider) =>
            voicesByProvider[provider].length > 0 && (
              <optgroup key={provider} label={t(`speech.${provider}`)}>
                {voicesByProvider[provider].map(
                  ({ id, name }) =>
                    (showsAll || id === value) && (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ),
                )}
              </optgroup>
            ),
        )}
      </Select>
    </Field>
  );
};
