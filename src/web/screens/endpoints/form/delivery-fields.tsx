import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FieldPair, FormSection, SelectField, TextField } from "./fields.tsx";
import type { FormSections } from "./form-parts.ts";
import type { EndpointFormValues } from "./form-values.ts";

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

/** Repeats, limits, and the word that Meta asks for. */
export const DeliveryFields = ({ sections }: { sections: FormSections }) => {
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
