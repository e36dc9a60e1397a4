import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type BusinessProfile, businessApi } from "#contract/business.ts";
import { businessDetails, businessFields, defaultBusinessName } from "#domain/business.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const inputProps = {
  name: { autoComplete: "organization" },
  address: { autoComplete: "street-address" },
  email: { type: "email", autoComplete: "off", spellCheck: false },
  phone: { type: "tel", autoComplete: "off" },
  website: { type: "url", autoComplete: "off", spellCheck: false, placeholder: "https://" },
} as const;

/** Shows the greeting and the e-mail footer with the entered details. */
const MessagePreview = ({ name, address }: { name: string | null; address: string | null }) => {
  const { t } = useTranslation();
  const shownName = name?.trim() || defaultBusinessName;
  return (
    <div className="grid gap-1 rounded-lg bg-hover px-3 py-2.5 text-sm">
      <p className="text-faint text-xs">{t("settings.business.preview")}</p>
      <p className="break-words">{t("settings.business.greeting", { name: shownName })}</p>
      {address?.trim() && (
        <p className="break-words text-soft text-xs">{`${shownName}, ${address.trim()}`}</p>
      )}
    </div>
  );
};

type BusinessFormProps = {
  stored: BusinessProfile;
  readOnly: boolean;
  fetchNewest: () => Promise<BusinessProfile | undefined>;
};

const BusinessForm = ({ stored, readOnly, fetchNewest }: BusinessFormProps) => {
  const { t } = useTranslation();
  const save = useApiMutation(businessApi.save);
  const form = useStoredForm<BusinessProfile>(stored);
  const { refusal, refuse, clear } = useSaveError(form.setError, businessFields);
  const { errors } = form.formState;
  const service = t("settings.business.title");

  const submit = form.handleSubmit(async (values) => {
    clear();
    const { updatedAt, ...details } = values;
    const checked = businessDetails.safeParse(details);
    if (!checked.success) {
      for (const { path } of checked.error.issues)
        form.setError(String(path[0]) as "name", { message: t("validation.invalid") });
      return;
    }
    try {
      form.reset(await save.mutateAsync({ body: { ...checked.data, updatedAt } }));
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service }) });
    } catch (error) {
      refuse(error, t("settings.configurationFailed", { service }));
    }
  });

  const loadNewest = async () => {
    const newest = await fetchNewest();
    if (!newest) return;
    clear();
    form.reset(newest);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset disabled={readOnly} className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <legend className="sr-only">{service}</legend>
        {businessFields.map((field) => (
          <Field
            key={field}
            label={t(`settings.business.${field}`)}
            hint={t(`settings.business.hint.${field}`, { variable: `{{company_${field}}}` })}
            error={errors[field] && t(`settings.business.wrong.${field}`)}
            {...(field === "address" ? { className: "sm:col-span-2" } : {})}
          >
            <Input {...inputProps[field]} {...form.register(field)} />
          </Field>
        ))}
      </fieldset>
      <MessagePreview name={form.watch("name")} address={form.watch("address")} />
      <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
      {readOnly ? (
        <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
      ) : (
        <div className="flex justify-end border-line border-t pt-4">
          <Button
            type="submit"
            variant="primary"
            disabled={save.isPending}
            aria-label={save.isPending ? undefined : t("settings.saveNamed", { service })}
          >
            {save.isPending ? t("action.saving") : t("action.save")}
          </Button>
        </div>
      )}
    </form>
  );
};

export const BusinessCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(businessApi.get));
  const fetchNewest = async () => (await refetch()).data;
  return (
    <Card title={t("settings.business.title")} caption={t("settings.business.caption")}>
      {data ? (
        <BusinessForm stored={data} readOnly={readOnly} fetchNewest={fetchNewest} />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2" aria-busy="true">
          {businessFields.map((field) => (
            <Skeleton key={field} className="h-15" />
          ))}
        </div>
      )}
    </Card>
  );
};
