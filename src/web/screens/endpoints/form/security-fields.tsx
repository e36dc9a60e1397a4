import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { signaturePresets } from "#domain/ingestion/settings.ts";
import { Pair, Part, SecretTextField, SelectField, TextField } from "./fields.tsx";
import type { FormParts } from "./form-parts.ts";
import type { EndpointForm } from "./form-values.ts";

const Signature = () => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointForm>();
  const preset = watch("signaturePreset");
  return (
    <>
      <Pair>
        <SelectField name="signaturePreset" label={t("endpoints.signature.preset")}>
          {signaturePresets.map((id) => (
            <option key={id} value={id}>
              {t(`endpoints.signature.presets.${id}`)}
            </option>
          ))}
        </SelectField>
        <TextField name="signatureTolerance" label={t("endpoints.signature.tolerance")} numeric />
      </Pair>
      {preset === "generic" && (
        <Pair>
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
        </Pair>
      )}
    </>
  );
};

type SecurityFieldsProps = { parts: FormParts; storedSecret: string | null | undefined };

/** What a method of authentication needs beyond the specification's keys. */
export const SecurityFields = ({ parts, storedSecret }: SecurityFieldsProps) => {
  const { t } = useTranslation();
  if (!(parts.signature || parts.token || parts.client || parts.basic || parts.keyIn)) return null;
  return (
    <Part title={t("endpoints.advanced.security")}>
      {parts.signature && <Signature />}
      {parts.keyIn && (
        <TextField name="keyIn" label={t("endpoints.pull.keyIn")} hint={t("endpoints.pull.keyInHint")} mono />
      )}
      {parts.basic && (
        <Pair>
          <TextField name="username" label={t("endpoints.basic.username")} />
          <SecretTextField name="secretKey" label={t("endpoints.basic.password")} stored={storedSecret} />
        </Pair>
      )}
      {parts.token && (
        <>
          <TextField
            name="jwksUrl"
            type="url"
            label={t("endpoints.token.jwksUrl")}
            hint={t("endpoints.token.jwksHint")}
          />
          <SecretTextField name="secretKey" label={t("endpoints.token.shared")} stored={storedSecret} />
          <Pair>
            <TextField name="issuer" label={t("endpoints.token.issuer")} />
            <TextField name="audience" label={t("endpoints.token.audience")} />
          </Pair>
        </>
      )}
      {parts.client && (
        <>
          <TextField name="tokenUrl" type="url" label={t("endpoints.pull.tokenUrl")} />
          <Pair>
            <TextField name="clientId" label={t("endpoints.pull.clientId")} />
            <SecretTextField
              name="secretKey"
              label={t("endpoints.pull.clientSecret")}
              stored={storedSecret}
            />
          </Pair>
          <TextField name="scope" label={t("endpoints.pull.scope")} />
        </>
      )}
    </Part>
  );
};
