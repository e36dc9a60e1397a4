import { useMemo } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type BackupOverview, type BackupSettingsInput, backupsApi } from "#contract/backups.ts";
import { backupTargets } from "#domain/backups/backup.ts";
import { useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

type Values = Required<BackupSettingsInput>;
type Form = UseFormReturn<Values>;

const toValues = (settings: BackupOverview["settings"]): Values => ({
  enabled: true,
  hour: 2,
  keep: 7,
  target: "folder",
  endpoint: "",
  region: "us-east-1",
  bucket: "",
  prefix: "",
  accessKeyId: "",
  ...settings,
  secretKey: "",
});

const toInput = ({ secretKey, ...values }: Values): BackupSettingsInput =>
  secretKey === "" ? values : { ...values, secretKey };

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const asNumber = { setValueAs: Number };
const plain = { autoComplete: "off", spellCheck: false, autoCapitalize: "none" } as const;

const StoreFields = ({ form, savedSecret }: { form: Form; savedSecret: string }) => {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("backups.endpoint")}
        required
        hint={t("backups.endpointHint")}
        error={errors.endpoint?.message}
      >
        <Input
          {...plain}
          type="url"
          placeholder="https://s3.us-east-1.amazonaws.com"
          {...form.register("endpoint")}
        />
      </Field>
      <Field label={t("backups.region")} required error={errors.region?.message}>
        <Input {...plain} {...form.register("region")} />
      </Field>
      <Field label={t("backups.bucket")} required error={errors.bucket?.message}>
        <Input {...plain} {...form.register("bucket")} />
      </Field>
      <Field label={t("backups.prefix")} error={errors.prefix?.message}>
        <Input {...plain} {...form.register("prefix")} />
      </Field>
      <Field label={t("backups.accessKeyId")} required error={errors.accessKeyId?.message}>
        <Input {...plain} {...form.register("accessKeyId")} />
      </Field>
      <Field
        label={t("backups.secretKey")}
        required={savedSecret === ""}
        hint={savedSecret && t("backups.secretKeyHint", { stored: savedSecret })}
        error={errors.secretKey?.message}
      >
        <PasswordInput autoComplete="off" {...form.register("secretKey")} />
      </Field>
    </div>
  );
};

export const BackupScheduleForm = ({
  stored,
  onReload,
}: {
  stored: BackupOverview;
  onReload: () => Promise<unknown>;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const save = useApiMutation(backupsApi.save);
  const form = useStoredForm<Values>(useMemo(() => toValues(stored.settings), [stored.settings]));
  const { errors } = form.formState;
  const { refusal, refuse, clear } = useSaveError(form.setError, Object.keys(toValues(null)));
  const target = form.watch("target");
  const hourFormat = new Intl.DateTimeFormat(format.locale, { hour: "numeric", timeZone: "UTC" });

  const submit = form.handleSubmit(async (values) => {
    clear();
    try {
      const saved = await save.mutateAsync({ body: toInput(values) });
      form.reset(toValues(saved.settings));
      toast({ title: t("success.title"), description: t("backups.saved") });
    } catch (error) {
      refuse(error, t("backups.saveFailed"));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label={t("backups.enabled")}>
        <Controller
          control={form.control}
          name="enabled"
          render={({ field }) => <Switch checked={field.value} onCheckedChange={field.onChange} />}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("backups.hour")}
          hint={t("backups.hourHint", { zone: stored.timezone })}
          error={errors.hour?.message}
        >
          <Controller
            control={form.control}
            name="hour"
            render={({ field }) => (
              <Select {...field} onChange={(event) => field.onChange(Number(event.target.value))}>
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {hourFormat.format(hour * 3_600_000)}
                  </option>
                ))}
              </Select>
            )}
          />
        </Field>
        <Field label={t("backups.keep")} hint={t("backups.keepHint")} error={errors.keep?.message}>
          <Input type="number" min={1} max={365} {...form.register("keep", asNumber)} />
        </Field>
        <Field
          label={t("backups.target")}
          hint={target === "folder" && t("backups.folderHint", { folder: stored.folder })}
          error={errors.target?.message}
          className="sm:col-span-2"
        >
          <Controller
            control={form.control}
            name="target"
            render={({ field }) => (
              <Select {...field}>
                {backupTargets.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`backups.targetName.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          />
        </Field>
      </div>
      {target === "s3" && <StoreFields form={form} savedSecret={stored.settings?.secretKey ?? ""} />}
      <p className="max-w-[80ch] text-faint text-xs">{t("backups.keyNote")}</p>
      <SaveErrorAlert refusal={refusal} onLoadNewest={onReload} />
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        {save.isPending ? t("action.saving") : t("action.save")}
      </Button>
    </form>
  );
};
