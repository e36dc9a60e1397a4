import { Popover as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { cn } from "#web/lib/cn.ts";

type PopoverPanelProps = {
  id: string;
  triggerRef: RefObject<HTMLElement | null>;
  onOpenChange: (open: boolean) => void;
  label: string;
  align?: "start" | "end";
  className?: string;
  children: ReactNode;
};

export const PopoverPanel = ({
  id,
  triggerRef,
  onOpenChange,
  label,
  align,
  className,
  children,
}: PopoverPanelProps) => {
  const closedFromOutside = useRef(false);
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      {/* Radix knows a ref that is set later, but its type does not. */}
      <Radix.Anchor virtualRef={triggerRef as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align ?? "end"}
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // The trigger closes the panel itself.
            if (triggerRef.current?.contains(event.target as Node)) event.preventDefault();
            else closedFromOutside.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!closedFromOutside.current) triggerRef.current?.focus();
          }}
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
};
