import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { business, type StoredBusiness } from "#contract/business.ts";
import { businessDetails, businessFields, unnamedBusiness } from "#domain/business.ts";
import { query, serverMessage, useCall } from "#web/lib/api.ts";
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

const inputs = {
  name: { autoComplete: "organization" },
  address: { autoComplete: "street-address" },
  email: { type: "email", autoComplete: "off", spellCheck: false },
  phone: { type: "tel", autoComplete: "off" },
  website: { type: "url", autoComplete: "off", spellCheck: false, placeholder: "https://" },
} as const;

/** How messages will begin and letters end, as it is typed. */
const Preview = ({ name, address }: { name: string | null; address: string | null }) => {
  const { t } = useTranslation();
  const said = name?.trim() || unnamedBusiness;
  return (
    <div className="grid gap-1 rounded-lg bg-hover px-3 py-2.5 text-sm">
      <p className="text-faint text-xs">{t("settings.business.preview")}</p>
      <p className="break-words">{t("settings.business.greeting", { name: said })}</p>
      {address?.trim() && <p className="break-words text-soft text-xs">{`${said}, ${address.trim()}`}</p>}
    </div>
  );
};

type BusinessFormProps = {
  saved: StoredBusiness;
  readOnly: boolean;
  readNewest: () => Promise<StoredBusiness | undefined>;
};

const BusinessForm = ({ saved, readOnly, readNewest }: BusinessFormProps) => {
  const { t } = useTranslation();
  const save = useCall(business.save);
  const form = useStoredForm<StoredBusiness>(saved);
  const { refusal, refuse, clear } = useSaveError(form.setError, businessFields);
  const { errors } = form.formState;
  const service = t("settings.business.title");

  const submit = form.handleSubmit(async (values) => {
    clear();
    const { updatedAt, ...typed } = values;
    const checked = businessDetails.safeParse(typed);
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
    const newest = await readNewest();
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
            <Input {...inputs[field]} {...form.register(field)} />
          </Field>
        ))}
      </fieldset>
      <Preview name={form.watch("name")} address={form.watch("address")} />
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

/** Who speaks in messages. */
export const BusinessCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(business.get));
  const readNewest = async () => (await refetch()).data;
  return (
    <Card title={t("settings.business.title")} caption={t("settings.business.caption")}>
      {data ? (
        <BusinessForm saved={data} readOnly={readOnly} readNewest={readNewest} />
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
