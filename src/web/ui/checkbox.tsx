import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#web/lib/cn.ts";
import { useFieldProps } from "./field.tsx";

type CheckboxProps = Omit<ComponentProps<"button">, "onClick" | "onKeyDown"> & {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
};

/** A button instead of an input, so that a table's shortcuts work while it has the focus. */
export const Checkbox = ({ checked, onCheckedChange, className, ...props }: CheckboxProps) => {
  const Mark = checked === "indeterminate" ? Minus : Check;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input would block the table's shortcuts
    <button
      {...useFieldProps()}
      {...props}
      type="button"
      role="checkbox"
      aria-checked={checked === "indeterminate" ? "mixed" : checked}
      onClick={() => onCheckedChange(checked !== true)}
      onKeyDown={(event) => {
        // As in a native checkbox, only the space bar toggles.
        if (event.key === "Enter") event.preventDefault();
      }}
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded border-[1.5px] text-on-sea disabled:opacity-55",
        checked ? "border-sea bg-sea" : "border-edge bg-panel",
        className,
      )}
    >
      {checked && <Mark aria-hidden="true" strokeWidth={3} className="size-3" />}
    </button>
  );
};
