import { useTranslation } from "react-i18next";
import { variables } from "#domain/messages/variables.ts";
import { Select } from "#web/ui/select.tsx";

const variableGroups = ["person", "business", "event", "message"] as const;

/** It stands within the field of the message, whose label, hint and error are not its own. */
const withoutFieldProps = {
  id: undefined,
  "aria-describedby": undefined,
  "aria-invalid": undefined,
  "aria-required": undefined,
};

/** Puts a variable where the cursor stands. */
export const VariablesSelect = ({ onSelect }: { onSelect: (name: string) => void }) => {
  const { t } = useTranslation();
  return (
    <Select
      {...withoutFieldProps}
      aria-label={t("templates.insert")}
      value=""
      onChange={(event) => event.target.value && onSelect(event.target.value)}
      className="h-8 text-xs"
    >
      <option value="">{t("templates.insert")}</option>
      {variableGroups.map((group) => (
        <optgroup key={group} label={t(`templates.variables.${group}`)}>
          {variables
            .filter(({ of }) => of === group)
            .map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
};
