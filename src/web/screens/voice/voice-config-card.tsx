import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { voiceApi } from "#contract/voice.ts";
import { relayTranscription, sayVoiceOf } from "#domain/voice/relay-voice.ts";
import { accentAfterChange, ttsProviders } from "#domain/voice/script.ts";
import {
  asrProviders,
  handoffTriggers,
  maxCallMinutes,
  type VoiceConfig,
} from "#domain/voice/voice-config.ts";
import { useVoices } from "#web/components/script/use-voices.ts";
import { VoiceFallbackNote } from "#web/components/script/voice-notes.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { toast } from "#web/lib/toast.ts";
import { useIdle } from "#web/lib/use-idle.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const automaticVoice = "auto";

type VoiceFieldProps = { value: string; onChange: (id: string) => void };

const VoiceField = ({ value, onChange }: VoiceFieldProps) => {
  const { t } = useTranslation();
  const elevenlabs = useVoices("elevenlabs");
  const google = useVoices("google");
  const voicesByProvider = { elevenlabs: elevenlabs.voices, google: google.voices };
  const isLoading = elevenlabs.isLoading || google.isLoading;
  // Hundreds of options are rendered after the first paint.
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

/** A voice of ElevenLabs speaks in calls of the agent; plain calls name their own. */
const plainCallFallback = (configVoice: string) => {
  if (configVoice === automaticVoice) return null;
  const language = currentLanguage();
  const { fallback } = sayVoiceOf({
    language,
    accent: accentAfterChange(language),
    ttsProvider: "elevenlabs",
    voiceId: null,
    configVoice,
  });
  return fallback?.code === "provider_not_offered" ? fallback : null;
};

const VoiceConfigForm = ({ storedConfig, readOnly }: { storedConfig: VoiceConfig; readOnly: boolean }) => {
  const { t } = useTranslation();
  const save = useApiMutation(voiceApi.saveConfig);
  const form = useStoredForm<VoiceConfig>(storedConfig);
  const service = t("voice.config.service");
  const { ttsVoice, asrProvider } = form.watch();
  const { transcriptionFallback } = relayTranscription(asrProvider, currentLanguage());
  const plainFallback = plainCallFallback(ttsVoice);

  const submit = form.handleSubmit(async (body) => {
    try {
      form.reset(await save.mutateAsync({ body }));
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("settings.configurationFailed", { service }),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  });

  return (
    <form onSubmit={submit} className="grid gap-4">
      <fieldset disabled={readOnly} className="grid gap-4 sm:grid-cols-2">
        <legend className="sr-only">{t("voice.config.title")}</legend>
        <div className="grid content-start gap-1.5">
          <VoiceField
            value={ttsVoice}
            onChange={(id) => form.setValue("ttsVoice", id, { shouldDirty: true })}
          />
          {plainFallback && <VoiceFallbackNote fallback={plainFallback} />}
        </div>
        <div className="grid content-start gap-1.5">
          <Field label={t("voice.config.asrProvider")} hint={t("voice.config.asrHint")}>
            <Select {...form.register("asrProvider")}>
              {asrProviders.map((id) => (
                <option key={id} value={id}>
                  {t(`voice.config.asr.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
          {transcriptionFallback && <VoiceFallbackNote fallback={transcriptionFallback} />}
        </div>
        <Field
          label={t("voice.config.instructions")}
          hint={t("voice.config.instructionsHint")}
          className="sm:col-span-2"
        >
          <Textarea rows={5} maxLength={10_000} {...form.register("instructions")} />
        </Field>
        <Field label={t("voice.config.handoffTrigger")} hint={t("voice.config.handoffHint")}>
          <Select {...form.register("handoffTrigger")}>
            {handoffTriggers.map((id) => (
              <option key={id} value={id}>
                {t(`voice.handoff.${id}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("voice.config.maxCallMinutes")}>
          <Select {...form.register("maxCallMinutes", { setValueAs: Number })}>
            {maxCallMinutes.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? t("voice.config.noLimit") : t("voice.config.minutes", { count: minutes })}
              </option>
            ))}
          </Select>
        </Field>
      </fieldset>
      {readOnly ? (
        <p className="text-faint text-xs">{t("voice.config.operatorOnly")}</p>
      ) : (
        <div className="flex justify-end border-line border-t pt-4">
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? t("action.saving") : t("voice.config.save")}
          </Button>
        </div>
      )}
    </form>
  );
};

export const VoiceConfigCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(voiceApi.config));
  return (
    <Card title={t("voice.config.title")} caption={t("voice.config.caption")}>
      {data ? (
        <VoiceConfigForm storedConfig={data} readOnly={readOnly} />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
          <Skeleton className="h-32" />
        </div>
      )}
    </Card>
  );
};
