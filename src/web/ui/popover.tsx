import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  trigger: ReactElement;
  align?: "start" | "end";
  className?: string;
  children: ReactNode;
};

export const Popover = ({ open, onOpenChange, label, trigger, align, className, children }: PopoverProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align={align ?? "end"}
        sideOffset={8}
        collisionPadding={12}
        className={cn(
          "z-50 base:w-[min(380px,calc(100vw-24px))] animate-rise overflow-hidden rounded-xl border border-line bg-panel shadow-float",
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
