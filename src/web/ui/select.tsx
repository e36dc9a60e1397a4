import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";
import { useFieldProps } from "./field.tsx";
import { inputClass } from "./input.tsx";

type SelectProps = ComponentProps<"select"> & {
  icon?: ReactNode;
  wrapperClassName?: string;
};

export const Select = ({ className, wrapperClassName, icon, ...props }: SelectProps) => (
  <span className={cn("relative block", wrapperClassName)}>
    {icon && (
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-soft"
      >
        {icon}
      </span>
    )}
    <select
      {...useFieldProps()}
      {...props}
      className={cn(inputClass, "pick peer appearance-none pr-8", icon && "pl-8", className)}
    />
    {/* Opaque, so that long text does not run under the arrow. */}
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-px right-px grid w-8 place-items-center rounded-r-lg bg-panel text-soft peer-disabled:bg-hover"
    >
      <ChevronDown className="size-4" />
    </span>
  </span>
);
