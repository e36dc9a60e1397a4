import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#web/ui/select.tsx";
import type { RoleOption } from "./use-roles.ts";

type RoleSelectProps = ComponentProps<"select"> & {
  options: readonly RoleOption[];
  /** The label of no role, where it may be chosen. */
  none?: string;
};

/** Built-in roles, and those of the workspace's own below them. */
export const RoleSelect = ({ options, none, ...props }: RoleSelectProps) => {
  const { t } = useTranslation();
  const isOwn = ({ value }: RoleOption) => value.length === 36;
  const items = (of: readonly RoleOption[]) =>
    of.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  const own = options.filter(isOwn);
  return (
    <Select {...props}>
      {none !== undefined && <option value="">{none}</option>}
      {items(options.filter((option) => !isOwn(option)))}
      {own.length > 0 && <optgroup label={t("team.roles.own")}>{items(own)}</optgroup>}
    </Select>
  );
};
