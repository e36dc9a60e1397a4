import { useTranslation } from "react-i18next";
import { Select } from "#web/ui/select.tsx";

type TypeSelectProps<Type extends string> = {
  types: readonly Type[];
  value: Type;
  label: (type: Type) => string;
  onChange: (type: Type) => void;
  className?: string;
};

export const TypeSelect = <Type extends string>(props: TypeSelectProps<Type>) => {
  const { types, value, label, onChange, className = "" } = props;
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t("rules.field.type")}
      value={value}
      onChange={(event) => onChange(event.target.value as Type)}
      wrapperClassName={className}
    >
      {types.map((type) => (
        <option key={type} value={type}>
          {label(type)}
        </option>
      ))}
    </Select>
  );
};
