import { useId } from "react";
import { Switch } from "#web/ui/switch.tsx";

type LabelledSwitchProps = {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with its label beside it. */
export const LabelledSwitch = ({ label, checked, disabled, onChange }: LabelledSwitchProps) => {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={checked} disabled={disabled} onCheckedChange={onChange} />
      <label htmlFor={id} className="font-[540] text-sm">
        {label}
      </label>
    </div>
  );
};
