import { type Control, Controller, type RegisterOptions } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { SchemaValues } from "./schema-field.tsx";
import { Select } from "./select.tsx";

type OfferedSelectProps = {
  control: Control<SchemaValues>;
  name: string;
  rules: RegisterOptions<SchemaValues>;
  offered: readonly { value: string; label: string }[];
};

/** A list whose choices arrive later; what is stored stays chosen even where it is not offered any more. */
export const OfferedSelect = ({ control, name, rules, offered }: OfferedSelectProps) => {
  const { t } = useTranslation();
  return (
    <Controller
      control={control}
      name={name}
      rules={rules.validate === undefined ? {} : { validate: rules.validate }}
      render={({ field: { value, ...field } }) => {
        const chosen = typeof value === "string" ? value : "";
        const isOffered = chosen === "" || offered.some((option) => option.value === chosen);
        return (
          <Select {...field} value={chosen}>
            <option value="">{t("form.notSet")}</option>
            {!isOffered && <option value={chosen}>{chosen}</option>}
            {offered.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        );
      }}
    />
  );
};
