import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

type TooltipProps = { text: string; side?: "top" | "right" | "bottom" | "left"; children: ReactElement };

export const Tooltip = ({ text, side = "bottom", children }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 animate-appear rounded-md bg-deep px-2 py-1 text-white text-xs shadow-float dark:bg-deep-raised"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
