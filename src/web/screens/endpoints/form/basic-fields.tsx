import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import {
  authMethods,
  credentialFields,
  endpointStatuses,
  endpointTypes,
  ingestionModes,
} from "#domain/ingestion/endpoint.ts";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { FieldPair, SecretTextField, SelectField, TextField } from "./fields.tsx";
import type { EndpointFormValues } from "./form-values.ts";

export const BasicFields = ({ endpoint }: { endpoint: IngestionEndpoint | undefined }) => {
  const { t } = useTranslation();
  const { register, watch, setValue, formState } = useFormContext<EndpointFormValues>();
  const keyFields = credentialFields(watch("authMethod"));
  const isNewHook = watch("type") === "webhook" && !endpoint?.webhookUrl;
  return (
    <>
      <TextField name="name" label={t("endpoints.name")} required />
      <Field label={t("endpoints.description")} error={formState.errors.description?.message}>
        <Textarea rows={2} {...register("description")} />
      </Field>
      <FieldPair>
        <SelectField
          name="type"
          label={t("endpoints.type")}
          hint={isNewHook ? t("endpoints.webhookNew") : undefined}
          onChange={(type) => setValue("ingestionMode", type === "pull_api" ? "pull" : "push")}
        >
          {endpointTypes.map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.types.${id}`)}
            </option>
          ))}
        </SelectField>
        <SelectField name="authMethod" label={t("endpoints.authMethod")}>
          {authMethods.map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.auths.${id}`)}
            </option>
          ))}
        </SelectField>
        <SelectField name="ingestionMode" label={t("endpoints.ingestionMode")}>
          {ingestionModes
            .filter((id) => id === "pull" || watch("type") !== "pull_api")
            .map((id) => (
              <option key={id} value={id}>
                {t(`endpoints.modes.${id}`)}
              </option>
            ))}
        </SelectField>
        <SelectField name="status" label={t("endpoints.status")}>
          {endpointStatuses.map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.statuses.${id}`)}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      {keyFields.includes("endpointUrl") && (
        <TextField
          name="endpointUrl"
          type="url"
          label={t("endpoints.endpointUrl")}
          placeholder="https://api.example.com/leads"
          required
        />
      )}
      {keyFields.includes("apiKey") && (
        <SecretTextField name="apiKey" label={t("endpoints.apiKey")} stored={endpoint?.apiKey} required />
      )}
      {keyFields.includes("secretKey") && (
        <SecretTextField
          name="secretKey"
          label={t("endpoints.secretKey")}
          stored={endpoint?.secretKey}
          required
        />
      )}
    </>
  );
};
