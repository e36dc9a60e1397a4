import { useId } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Switch } from "#web/ui/switch.tsx";
import type { SingleSignOnValues } from "./form-values.ts";

type SwitchName =
  | "enabled"
  | "createsUsers"
  | "linksUsers"
  | "trustsEmails"
  | "statesSecondFactor"
  | "onlySingleSignOn";

type SwitchRowProps = {
  form: UseFormReturn<SingleSignOnValues>;
  name: SwitchName;
  disabled?: boolean;
  /** Why it cannot be switched. */
  note?: string | undefined;
};

/** A switch beside what it means. */
export const SwitchRow = ({ form, name, disabled = false, note }: SwitchRowProps) => {
  const { t } = useTranslation();
  const id = useId();
  const error = form.formState.errors[name]?.message;
  return (
    <div className="flex items-start gap-3">
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Switch
            id={id}
            className="mt-0.5"
            aria-describedby={`${id}-hint`}
            checked={field.value}
            disabled={disabled}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <div className="grid min-w-0 max-w-[80ch] gap-0.5">
        <label htmlFor={id} className="font-[540] text-sm">
          {t(`team.sso.switch.${name}.label`)}
        </label>
        <p id={`${id}-hint`} className="text-faint text-xs">
          {t(`team.sso.switch.${name}.hint`)}
          {note && <span className="block text-warn">{note}</span>}
        </p>
        {error && (
          <p role="alert" className="text-bad text-xs">
            {error}
          </p>
        )}
      </div>
    </div>
  );
};
