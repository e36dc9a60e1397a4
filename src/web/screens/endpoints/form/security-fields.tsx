import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { signaturePresets } from "#domain/ingestion/settings.ts";
import { FieldPair, FormSection, SecretTextField, SelectField, TextField } from "./fields.tsx";
import type { FormSections } from "./form-sections.ts";
import type { EndpointFormValues } from "./form-values.ts";

const SignatureFields = () => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const preset = watch("signaturePreset");
  return (
    <>
      <FieldPair>
        <SelectField name="signaturePreset" label={t("endpoints.signature.preset")}>
          {signaturePresets.map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.signature.presets.${id}`)}
            </option>
          ))}
        </SelectField>
        <TextField name="signatureTolerance" label={t("endpoints.signature.tolerance")} numeric />
      </FieldPair>
      {preset === "generic" && (
        <FieldPair>
          <TextField name="signatureHeader" label={t("endpoints.signature.header")} mono />
          <SelectField name="signatureEncoding" label={t("endpoints.signature.encoding")}>
            {(["hex", "base64"] as const).map((id) => (
              <option key={id} value={id}>
                {t(`endpoints.signature.encodings.${id}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            name="signaturePrefix"
            label={t("endpoints.signature.prefix")}
            hint={t("endpoints.signature.prefixHint")}
            mono
          />
          <TextField
            name="signatureTimestampHeader"
            label={t("endpoints.signature.timestampHeader")}
            hint={t("endpoints.signature.timestampHint")}
            mono
          />
        </FieldPair>
      )}
    </>
  );
};

type SecurityFieldsProps = { sections: FormSections; storedSecret: string | null | undefined };

export const SecurityFields = ({ sections, storedSecret }: SecurityFieldsProps) => {
  const { t } = useTranslation();
  if (!(sections.signature || sections.token || sections.client || sections.basic || sections.keyIn))
    return null;
  return (
    <FormSection title={t("endpoints.advanced.security")}>
      {sections.signature && <SignatureFields />}
      {sections.keyIn && (
        <TextField name="keyIn" label={t("endpoints.pull.keyIn")} hint={t("endpoints.pull.keyInHint")} mono />
      )}
      {sections.basic && (
        <FieldPair>
          <TextField name="username" label={t("endpoints.basic.username")} />
          <SecretTextField name="secretKey" label={t("endpoints.basic.password")} stored={storedSecret} />
        </FieldPair>
      )}
      {sections.token && (
        <>
          <TextField
            name="jwksUrl"
            type="url"
            label={t("endpoints.token.jwksUrl")}
            hint={t("endpoints.token.jwksHint")}
          />
          <SecretTextField name="secretKey" label={t("endpoints.token.shared")} stored={storedSecret} />
          <FieldPair>
            <TextField name="issuer" label={t("endpoints.token.issuer")} />
            <TextField name="audience" label={t("endpoints.token.audience")} />
          </FieldPair>
        </>
      )}
      {sections.client && (
        <>
          <TextField name="tokenUrl" type="url" label={t("endpoints.pull.tokenUrl")} />
          <FieldPair>
            <TextField name="clientId" label={t("endpoints.pull.clientId")} />
            <SecretTextField
              name="secretKey"
              label={t("endpoints.pull.clientSecret")}
              stored={storedSecret}
            />
          </FieldPair>
          <TextField name="scope" label={t("endpoints.pull.scope")} />
        </>
      )}
    </FormSection>
  );
};
