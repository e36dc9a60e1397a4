import { Controller, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Pair, Part, SecretTextField, TextField } from "./fields.tsx";
import type { EndpointForm } from "./form-values.ts";

type SwitchFieldProps = { name: "mailboxOn" | "mailboxSecure"; label: string; hint?: string };

const SwitchField = ({ name, label, hint }: SwitchFieldProps) => {
  const { control } = useFormContext<EndpointForm>();
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
  /** Whether the secret key stands among the first fields already. */
  secretAbove: boolean;
};

/** The address that mail can be sent to, and the mailbox that is read. */
export const MailFields = ({ endpoint, secretAbove }: MailFieldsProps) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointForm>();
  const isStored = endpoint?.type === "email";
  return (
    <Part title={t("endpoints.advanced.mail")}>
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
          <Pair>
            <TextField
              name="mailboxHost"
              label={t("endpoints.mail.host")}
              placeholder="imap.example.com"
              required
            />
            <TextField name="mailboxPort" label={t("endpoints.mail.port")} numeric required />
            <TextField name="mailboxUser" label={t("endpoints.mail.user")} required />
            {!secretAbove && (
              <SecretTextField
                name="secretKey"
                label={t("endpoints.mail.password")}
                stored={endpoint?.secretKey}
              />
            )}
            <TextField name="mailboxFolder" label={t("endpoints.mail.folder")} required />
            <TextField name="mailboxMinutes" label={t("endpoints.mail.minutes")} numeric required />
          </Pair>
          <SwitchField name="mailboxSecure" label={t("endpoints.mail.secure")} />
        </>
      )}
    </Part>
  );
};
