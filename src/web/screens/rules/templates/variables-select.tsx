import { useTranslation } from "react-i18next";
import { variables } from "#domain/messages/variables.ts";
import { Select } from "#web/ui/select.tsx";

const groups = ["person", "business", "event", "message"] as const;

/** It stands within the field of the message, whose label, hint and error are not its own. */
const notTheLabelled = {
  id: undefined,
  "aria-describedby": undefined,
  "aria-invalid": undefined,
  "aria-required": undefined,
};

/** Puts a variable where the cursor stands. */
export const VariablesSelect = ({ onChoose }: { onChoose: (name: string) => void }) => {
  const { t } = useTranslation();
  return (
    <Select
      {...notTheLabelled}
      aria-label={t("templates.insert")}
      value=""
      onChange={(event) => event.target.value && onChoose(event.target.value)}
      className="h-8 text-xs"
    >
      <option value="">{t("templates.insert")}</option>
      {groups.map((group) => (
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
