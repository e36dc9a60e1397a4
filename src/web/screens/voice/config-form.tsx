import { useTranslation } from "react-i18next";
import { voice } from "#contract/voice.ts";
import {
  asrProviders,
  handoffTriggers,
  maxCallMinutes,
  type VoiceConfig,
} from "#domain/voice/voice-config.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { VoiceField } from "./config-voice.tsx";

export const VoiceConfigForm = ({
  storedConfig,
  readOnly,
}: {
  storedConfig: VoiceConfig;
  readOnly: boolean;
}) => {
  const { t } = useTranslation();
  const save = useCall(voice.saveConfig);
  const form = useStoredForm<VoiceConfig>(storedConfig);
  const service = t("voice.config.service");

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
        <VoiceField
          value={form.watch("ttsVoice")}
          onChange={(id) => form.setValue("ttsVoice", id, { shouldDirty: true })}
        />
        <Field label={t("voice.config.asrProvider")} hint={t("voice.config.asrHint")}>
          <Select {...form.register("asrProvider")}>
            {asrProviders.map((id) => (
              <option key={id} value={id}>
                {t(`speech.${id}`)}
              </option>
            ))}
          </Select>
        </Field>
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
