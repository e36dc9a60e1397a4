import { type ReactNode, useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Fold } from "./fold.tsx";
import type { SchemaValues } from "./schema-field.tsx";

type AdvancedFieldsProps = {
  form: UseFormReturn<SchemaValues>;
  names: string[];
  className: string;
  children: ReactNode;
};

/** Fields that few people need, folded away until one of them has to be corrected. */
export const AdvancedFields = ({ form, names, className, children }: AdvancedFieldsProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { errors, submitCount } = form.formState;
  const wrong = names.find((name) => errors[name]);
  const isFirst = wrong !== undefined && Object.keys(errors).every((name) => names.includes(name));
  // Each refused attempt to save opens it; what is folded cannot take the focus before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second attempt with the same error counts too
  useEffect(() => {
    if (wrong === undefined) return;
    setOpen(true);
    if (isFirst) requestAnimationFrame(() => form.setFocus(wrong));
  }, [wrong, isFirst, submitCount, form.setFocus]);
  return (
    <Fold title={t("form.advanced")} open={open} onToggle={setOpen} className={cn("p-3", className)}>
      {children}
    </Fold>
  );
};
