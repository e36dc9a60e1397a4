import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isMasked, piiKinds } from "#domain/pii/kinds.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { FormSection } from "./fields.tsx";
import type { EndpointFormValues } from "./form-values.ts";

/** For each kind of personal data, whether it is masked; what is not chosen follows the standard. */
export const PiiFields = () => {
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
