import { useTranslation } from "react-i18next";
import { ttsProviders } from "#domain/voice/script.ts";
import { useVoices } from "#web/components/script/use-voices.ts";
import { useIdle } from "#web/lib/use-idle.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

const automatic = "auto";

type ConfigVoiceProps = { value: string; onChange: (id: string) => void };

/** The agent's voice: any that a reachable provider offers, or one chosen by language. */
export const ConfigVoice = ({ value, onChange }: ConfigVoiceProps) => {
  const { t } = useTranslation();
  const elevenlabs = useVoices("elevenlabs");
  const google = useVoices("google");
  const lists = { elevenlabs: elevenlabs.voices, google: google.voices };
  const isLoading = elevenlabs.isLoading || google.isLoading;
  // Providers offer voices by the hundred; all but the chosen one can come after the first drawing.
  const isComplete = useIdle();
  const isKnown =
    value === automatic || ttsProviders.some((provider) => lists[provider].some(({ id }) => id === value));
  return (
    <Field label={t("voice.config.ttsVoice")}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value={automatic}>{t("voice.config.auto")}</option>
        {!isKnown && (
          <option value={value}>
            {isLoading ? t("script.voicesLoading") : t("script.storedVoice", { id: value })}
          </option>
        )}
        {ttsProviders.map(
          (provider) =>
            lists[provider].length > 0 && (
              <optgroup key={provider} label={t(`speech.${provider}`)}>
                {lists[provider].map(
                  ({ id, name }) =>
                    (isComplete || id === value) && (
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
