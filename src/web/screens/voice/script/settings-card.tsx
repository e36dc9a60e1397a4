import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ScriptInput } from "#domain/voice/script.ts";
import { ScriptVoiceFields, UseCaseField } from "#web/components/script/script-fields.tsx";
import { useRelayVoice, VoiceFallbackNote } from "#web/components/script/voice-notes.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** Who speaks and listens in calls of this script. */
const CallVoices = ({ script }: { script: ScriptInput }) => {
  const { t } = useTranslation();
  const voice = useRelayVoice(script);
  if (!voice) return null;
  return (
    <div className="grid gap-1.5 border-line border-t pt-3">
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-faint">{t("scriptEditor.voice.speaks")}</dt>
          <dd className="min-w-0 wrap-anywhere">{`${voice.ttsProvider} ${voice.voice} (${voice.language})`}</dd>
        </div>
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-faint">{t("scriptEditor.voice.listens")}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {voice.transcriptionProvider === null
              ? t("scriptEditor.voice.vendorChoice")
              : `${voice.transcriptionProvider} ${voice.speechModel}`}
          </dd>
        </div>
      </dl>
      {voice.fallback && <VoiceFallbackNote fallback={voice.fallback} />}
      {voice.transcriptionFallback && <VoiceFallbackNote fallback={voice.transcriptionFallback} />}
    </div>
  );
};

type SettingsCardProps = { form: UseFormReturn<ScriptInput>; readOnly: boolean };

export const SettingsCard = ({ form, readOnly }: SettingsCardProps) => {
  const { t } = useTranslation();
  return (
    <Card>
      <fieldset disabled={readOnly} className="grid gap-4">
        <legend className="sr-only">{t("scriptEditor.settings")}</legend>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
          <Field
            label={t("script.name")}
            required
            error={form.formState.errors.name?.message}
            className="max-sm:col-span-2"
          >
            <Input autoComplete="off" {...form.register("name")} />
          </Field>
          <UseCaseField form={form} />
          <Controller
            name="enabled"
            control={form.control}
            render={({ field: { value, onChange, ref } }) => (
              <Field label={t("script.enabled")}>
                <span className="flex h-9 items-center">
                  <Switch ref={ref} checked={value} onCheckedChange={onChange} />
                </span>
              </Field>
            )}
          />
        </div>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <ScriptVoiceFields form={form} />
        </div>
        <CallVoices script={form.watch()} />
      </fieldset>
    </Card>
  );
};
