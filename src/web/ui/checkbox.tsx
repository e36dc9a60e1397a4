import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { useFieldProps } from "./field.tsx";

export const Checkbox = ({ className, ...props }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...useFieldProps()}
    {...props}
    className={cn(
      "group grid size-4 shrink-0 place-items-center rounded border-[1.5px] border-edge bg-panel text-on-sea",
      "data-[state=checked]:border-sea data-[state=checked]:bg-sea data-[state=indeterminate]:border-sea data-[state=indeterminate]:bg-sea",
      "disabled:opacity-55",
      className,
    )}
  >
    <Radix.Indicator>
      <Check aria-hidden="true" strokeWidth={3} className="size-3 group-data-[state=indeterminate]:hidden" />
      <Minus
        aria-hidden="true"
        strokeWidth={3}
        className="hidden size-3 group-data-[state=indeterminate]:block"
      />
    </Radix.Indicator>
  </Radix.Root>
);
