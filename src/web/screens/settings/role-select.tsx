import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { roles } from "#domain/role.ts";
import { Select } from "#web/ui/select.tsx";

export const RoleSelect = (props: ComponentProps<"select">) => {
  const { t } = useTranslation();
  return (
    <Select {...props}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(`role.${role}`)}
        </option>
      ))}
    </Select>
  );
};
