import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  accentAfterChange,
  type ScriptInput,
  type ScriptLanguage,
  scriptLanguages,
  type TtsProvider,
  ttsProviders,
  useCases,
} from "#domain/voice/script.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { accentOptions } from "./script-options.ts";
import { maxTestLength } from "./use-script-test.ts";
import { useVoices } from "./use-voices.ts";
import { useRelayVoice, VoiceFallbackNote } from "./voice-notes.tsx";

type VoiceSelectProps = {
  provider: TtsProvider;
  value: string | null;
  onChange: (voiceId: string | null) => void;
};

/** The voices of a provider. Google picks one by the accent when none is chosen; ElevenLabs needs one. */
const VoiceSelect = ({ provider, value, onChange }: VoiceSelectProps) => {
  const { t } = useTranslation();
  const { voices, configured, isLoading, isError } = useVoices(provider);
  const isListed = value === null || voices.some(({ id }) => id === value);
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
        {!isListed && (
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

type FormProps = { form: UseFormReturn<ScriptInput> };

/** Language, accent and voice, which depend on each other. */
export const ScriptVoiceFields = ({ form }: FormProps) => {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const { language, accent, ttsProvider, voiceId } = form.watch();
  const changed = { shouldDirty: true };

  const chooseLanguage = (next: ScriptLanguage) => {
    form.setValue("language", next, changed);
    form.setValue("accent", accentAfterChange(next) as ScriptInput["accent"], changed);
  };
  const chooseProvider = (next: TtsProvider) => {
    form.setValue("ttsProvider", next, changed);
    // A voice belongs to the provider that lists it.
    form.setValue("voiceId", null, changed);
  };

  return (
    <>
      <Field label={t("script.language")}>
        <Select value={language} onChange={(event) => chooseLanguage(event.target.value as ScriptLanguage)}>
          {scriptLanguages.map((id) => (
            <option key={id} value={id}>
              {t(`script.languages.${id}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("script.accent")} error={errors.accent?.message}>
        <Select
          value={accent}
          onChange={(event) => form.setValue("accent", event.target.value as ScriptInput["accent"], changed)}
        >
          {accentOptions(t, language, accent).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("script.ttsProvider")}>
        <Select value={ttsProvider} onChange={(event) => chooseProvider(event.target.value as TtsProvider)}>
          {ttsProviders.map((id) => (
            <option key={id} value={id}>
              {t(`speech.${id}`)}
            </option>
          ))}
        </Select>
      </Field>
      <VoiceSelect
        provider={ttsProvider}
        value={voiceId}
        onChange={(next) => form.setValue("voiceId", next, changed)}
      />
    </>
  );
};

export const UseCaseField = ({ form }: FormProps) => {
  const { t } = useTranslation();
  return (
    <Field label={t("script.useCase")}>
      <Select {...form.register("useCase")}>
        {useCases.map((id) => (
          <option key={id} value={id}>
            {t(`script.useCases.${id}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

export const ScriptFields = ({ form }: FormProps) => {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const current = form.watch();
  const voice = useRelayVoice(current);

  return (
    <>
      <Field label={t("script.name")} required error={errors.name?.message}>
        <Input autoComplete="off" {...form.register("name")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <ScriptVoiceFields form={form} />
      </div>
      {voice?.fallback && <VoiceFallbackNote fallback={voice.fallback} />}
      <UseCaseField form={form} />
      <Field
        label={t("script.content")}
        required
        error={errors.content?.message}
        hint={
          current.content.length > maxTestLength
            ? t("script.testHint", { count: maxTestLength })
            : t("script.contentHint", { first: "{{customer_name}}", second: "{{company_name}}" })
        }
      >
        <Textarea rows={8} {...form.register("content")} />
      </Field>
      <Controller
        name="enabled"
        control={form.control}
        render={({ field: { value, onChange, ref } }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button, which a label may hold
          <label className="flex w-fit items-center gap-2.5 text-sm">
            <Checkbox ref={ref} checked={value} onCheckedChange={(checked) => onChange(checked === true)} />
            {t("script.enabled")}
          </label>
        )}
      />
    </>
  );
};
