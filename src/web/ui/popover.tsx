import { Slot } from "radix-ui";
import { type ReactElement, type ReactNode, Suspense, useId, useRef } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  trigger: ReactElement;
  align?: "start" | "end";
  className?: string;
  children: ReactNode;
};

const PopoverPanel = lazyPart(async () => (await import("./popover-panel.tsx")).PopoverPanel);
export const loadPopoverPanel = PopoverPanel.load;

/** The first page has the trigger; the code of the panel follows after it. */
export const Popover = ({ trigger, ...panel }: PopoverProps) => {
  const { open, onOpenChange } = panel;
  const triggerRef = useRef<HTMLElement>(null);
  const panelId = useId();
  return (
    <>
      <Slot.Root
        ref={triggerRef}
        onClick={() => onOpenChange(!open)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        data-state={open ? "open" : "closed"}
      >
        {trigger}
      </Slot.Root>
      {open && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <PopoverPanel {...panel} id={panelId} triggerRef={triggerRef} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
