import type { ComponentProps } from "react";
import { cn } from "#web/lib/cn.ts";
import { useFieldProps } from "./field.tsx";
import { inputClass } from "./input.tsx";

export const Textarea = ({ className, rows = 4, ...props }: ComponentProps<"textarea">) => (
  <textarea
    {...useFieldProps()}
    {...props}
    rows={rows}
    className={cn(inputClass, "h-auto resize-y py-2", className)}
  />
);
