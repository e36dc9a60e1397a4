import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type SheetProps = Pick<ComponentProps<typeof Radix.Content>, "onCloseAutoFocus"> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers only; the content has its own heading. */
  title: string;
  className?: string;
  children: ReactNode;
};

/** A panel that slides in from the left edge. */
export const Sheet = ({ open, onOpenChange, title, className, children, ...props }: SheetProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
      <Radix.Content
        {...props}
        aria-describedby={undefined}
        className={cn(
          "fixed inset-y-0 left-0 z-50 w-[min(280px,86vw)] animate-slide-in shadow-float",
          className,
        )}
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
