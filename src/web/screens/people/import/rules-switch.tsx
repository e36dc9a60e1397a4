import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ImportDetail } from "#contract/imports.ts";
import { useFormat } from "#web/lib/format.ts";
import { Switch } from "#web/ui/switch.tsx";

type RulesSwitchProps = {
  rules: NonNullable<ImportDetail["check"]>["rules"];
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** Rules start for new people only if the operator says so, who sees which and for how many. */
export const RulesSwitch = ({ rules, checked, disabled, onChange }: RulesSwitchProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const named = rules.map(({ name, people }) =>
    t("import.rules.one", { name, count: people, shown: format.number(people) }),
  );
  return (
    <>
      <p id={`${id}-hint`}>{t("import.rules.text")}</p>
      <span className="flex items-center gap-2.5">
        <Switch
          id={id}
          checked={checked}
          disabled={disabled}
          onCheckedChange={onChange}
          aria-describedby={`${id}-hint`}
        />
        <label htmlFor={id} className="font-[540] text-ink text-sm">
          {t("import.rules.label")}
        </label>
      </span>
      <p role="status" className="tabular-nums">
        {named.length === 0 ? t("import.rules.none") : t("import.rules.would", { rules: named.join(" · ") })}
      </p>
    </>
  );
};
