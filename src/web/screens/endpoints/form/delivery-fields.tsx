import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Pair, Part, SelectField, TextField } from "./fields.tsx";
import type { FormParts } from "./form-parts.ts";
import type { EndpointForm } from "./form-values.ts";

const Deduplication = ({ headers }: { headers: boolean }) => {
  const { t } = useTranslation();
  const { watch } = useFormContext<EndpointForm>();
  const by = watch("dedupBy");
  const offered = (["none", "header", "expression"] as const).filter(
    (id) => id !== "header" || headers || by === "header",
  );
  return (
    <Pair>
      <SelectField name="dedupBy" label={t("endpoints.dedup.label")} hint={t("endpoints.dedup.hint")}>
        {offered.map((id) => (
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
    </Pair>
  );
};

/** Repeats, limits, and the word that Meta asks for. */
export const DeliveryFields = ({ parts }: { parts: FormParts }) => {
  const { t } = useTranslation();
  return (
    <Part title={t("endpoints.advanced.delivery")}>
      <Deduplication headers={parts.delivery} />
      {(parts.delivery || parts.mail) && (
        <Pair>
          <TextField name="maxBodyKb" label={t("endpoints.maxBody")} numeric />
          {parts.delivery && (
            <TextField
              name="requestsPerMinute"
              label={t("endpoints.rate")}
              hint={t("endpoints.rateHint")}
              numeric
            />
          )}
        </Pair>
      )}
      {parts.delivery && (
        <TextField name="verifyToken" label={t("endpoints.verifyToken")} hint={t("endpoints.verifyHint")} />
      )}
    </Part>
  );
};
