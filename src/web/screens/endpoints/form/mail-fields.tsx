import { Controller, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { FieldPair, FormSection, SecretTextField, TextField } from "./fields.tsx";
import type { EndpointFormValues } from "./form-values.ts";

type SwitchFieldProps = { name: "mailboxOn" | "mailboxSecure"; label: string; hint?: string };

const SwitchField = ({ name, label, hint }: SwitchFieldProps) => {
  const { control } = useFormContext<EndpointFormValues>();
  return (
    <Field label={label} hint={hint}>
      <Controller
        name={name}
        control={control}
        render={({ field: { value, onChange, ref } }) => (
          <Switch ref={ref} checked={value} onCheckedChange={onChange} />
        )}
      />
    </Field>
  );
};

type MailFieldsProps = {
  endpoint: IngestionEndpoint | undefined;
  /** True when the secret key is one of the basic fields. */
  hidesSecret: boolean;
};

export const MailFields = ({ endpoint, hidesSecret }: MailFieldsProps) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const isStored = endpoint?.type === "email";
  return (
    <FormSection title={t("endpoints.advanced.mail")}>
      {endpoint?.mailAddress ? (
        <Field label={t("endpoints.mail.address")}>
          <CopyField value={endpoint.mailAddress} />
        </Field>
      ) : (
        <p className="text-sm text-soft">
          {t(isStored ? "endpoints.mail.off" : "endpoints.mail.addressNew")}
        </p>
      )}
      <SwitchField
        name="mailboxOn"
        label={t("endpoints.mail.mailbox")}
        hint={t("endpoints.mail.mailboxHint")}
      />
      {watch("mailboxOn") && (
        <>
          <FieldPair>
            <TextField
              name="mailboxHost"
              label={t("endpoints.mail.host")}
              placeholder="imap.example.com"
              required
            />
            <TextField name="mailboxPort" label={t("endpoints.mail.port")} numeric required />
            <TextField name="mailboxUser" label={t("endpoints.mail.user")} required />
            {!hidesSecret && (
              <SecretTextField
                name="secretKey"
                label={t("endpoints.mail.password")}
                stored={endpoint?.secretKey}
              />
            )}
            <TextField name="mailboxFolder" label={t("endpoints.mail.folder")} required />
            <TextField name="mailboxMinutes" label={t("endpoints.mail.minutes")} numeric required />
          </FieldPair>
          <SwitchField name="mailboxSecure" label={t("endpoints.mail.secure")} />
        </>
      )}
    </FormSection>
  );
};
