import type { ComponentProps } from "react";
import { cn } from "#web/lib/cn.ts";
import { useFieldProps } from "./field.tsx";

export const inputClass = cn(
  "base:h-9 base:w-full min-w-0 rounded-lg border base:border-edge bg-panel base:px-2.5 text-base text-ink transition-colors sm:text-sm",
  "hover:border-soft focus-visible:border-sea focus-visible:outline-1 focus-visible:outline-offset-0",
  "aria-invalid:border-bad disabled:border-line disabled:bg-hover disabled:text-soft",
);

export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input {...useFieldProps()} {...props} className={cn(inputClass, className)} />
);
