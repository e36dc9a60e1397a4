import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#web/lib/cn.ts";
import { useFieldProps } from "./field.tsx";

export const Switch = ({ className, ...props }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...useFieldProps()}
    {...props}
    className={cn(
      "h-5 w-9 shrink-0 rounded-full bg-edge p-0.5 transition-colors data-[state=checked]:bg-sea disabled:opacity-55",
      className,
    )}
  >
    <Radix.Thumb className="block size-4 rounded-full bg-white shadow-sm transition-transform data-[state=checked]:translate-x-4 dark:data-[state=checked]:bg-deep" />
  </Radix.Root>
);
