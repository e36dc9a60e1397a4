import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { credentialFields } from "#domain/ingestion/endpoint.ts";
import { isMasked, piiKinds } from "#domain/pii/kinds.ts";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { FieldPair, FormSection, SelectField, TextField } from "./fields.tsx";
import { type FormSections, visibleSections } from "./form-sections.ts";
import type { EndpointFormValues } from "./form-values.ts";
import { MailFields } from "./mail-fields.tsx";
import { PullFields } from "./pull-fields.tsx";
import { SecurityFields } from "./security-fields.tsx";

const DeduplicationFields = ({ hasHeaders }: { hasHeaders: boolean }) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const by = watch("dedupBy");
  const methods = (["none", "header", "expression"] as const).filter(
    (id) => id !== "header" || hasHeaders || by === "header",
  );
  return (
    <FieldPair>
      <SelectField name="dedupBy" label={t("endpoints.dedup.label")} hint={t("endpoints.dedup.hint")}>
        {methods.map((id) => (
          <option key={id} value={id}>
            {t(`endpoints.dedup.${id}`)}
          </option>
        ))}
      </SelectField>
      {by === "header" && (
        <TextField
          name="dedupHeader"
          label={t("endpoints.dedup.headerName")}
          placeholder="idempotency-key"
          mono
          required
        />
      )}
      {by === "expression" && (
        <TextField
          name="dedupExpression"
          label={t("endpoints.dedup.expressionText")}
          placeholder="data.id"
          mono
          required
        />
      )}
    </FieldPair>
  );
};

const DeliveryFields = ({ sections }: { sections: FormSections }) => {
  const { t } = useTranslation();
  return (
    <FormSection title={t("endpoints.advanced.delivery")}>
      <DeduplicationFields hasHeaders={sections.delivery} />
      {(sections.delivery || sections.mail) && (
        <FieldPair>
          <TextField name="maxBodyKb" label={t("endpoints.maxBody")} numeric />
          {sections.delivery && (
            <TextField
              name="requestsPerMinute"
              label={t("endpoints.rate")}
              hint={t("endpoints.rateHint")}
              numeric
            />
          )}
        </FieldPair>
      )}
      {sections.delivery && (
        <TextField name="verifyToken" label={t("endpoints.verifyToken")} hint={t("endpoints.verifyHint")} />
      )}
    </FormSection>
  );
};

/** Masking per kind of personal data. An empty choice uses the default. */
const PiiFields = () => {
  const { t } = useTranslation();
  const { register } = useFormContext<EndpointFormValues>();
  return (
    <FormSection title={t("endpoints.advanced.pii")}>
      <p className="-mt-3 text-soft text-xs">{t("endpoints.piiChoice.intro")}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        {piiKinds.map((kind) => (
          <Field key={kind} label={t(`endpoints.piiKinds.${kind}`)}>
            <Select {...register(`pii.${kind}`)}>
              <option value="">
                {t(
                  isMasked(kind, {})
                    ? "endpoints.piiChoice.standardMask"
                    : "endpoints.piiChoice.standardShow",
                )}
              </option>
              <option value="mask">{t("endpoints.piiChoice.mask")}</option>
              <option value="show">{t("endpoints.piiChoice.show")}</option>
            </Select>
          </Field>
        ))}
      </div>
    </FormSection>
  );
};

type AdvancedEndpointFieldsProps = {
  endpoint: IngestionEndpoint | undefined;
  open: boolean;
  onToggle: (open: boolean) => void;
};

export const AdvancedEndpointFields = ({ endpoint, open, onToggle }: AdvancedEndpointFieldsProps) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointFormValues>();
  const authMethod = watch("authMethod");
  const sections = visibleSections(watch("type"), authMethod);
  return (
    <Collapsible
      title={t("endpoints.advanced.title")}
      hint={t("endpoints.advanced.hint")}
      open={open}
      onToggle={onToggle}
      className="grid gap-5 p-4"
    >
      {sections.mail && (
        <MailFields endpoint={endpoint} hidesSecret={credentialFields(authMethod).includes("secretKey")} />
      )}
      {sections.pull && <PullFields showsUrl={sections.pullUrl} />}
      <SecurityFields sections={sections} storedSecret={endpoint?.secretKey} />
      <DeliveryFields sections={sections} />
      <PiiFields />
    </Collapsible>
  );
};
