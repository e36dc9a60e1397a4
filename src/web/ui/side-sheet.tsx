import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useReturnFocus } from "#web/lib/use-return-focus.ts";
import { Button } from "./button.tsx";

type SideSheetProps = {
  onClose: () => void;
  title: ReactNode;
  caption?: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  /** For content in columns. */
  wide?: boolean;
  children: ReactNode;
};

/** A panel at the right edge with the details of a list entry. */
export const SideSheet = ({ onClose, title, caption, footer, wide = false, children }: SideSheetProps) => {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cn(
            "fixed inset-y-0 right-0 z-50 flex w-full animate-slide-right flex-col border-line border-l bg-panel shadow-float",
            wide ? "sm:w-[min(740px,94vw)]" : "sm:w-[min(620px,92vw)]",
          )}
        >
          <header className="border-line border-b py-4 pr-14 pl-5">
            <Radix.Title className="break-words font-[640] text-[15px] leading-5 tracking-tight">
              {title}
            </Radix.Title>
            {caption && <div className="mt-1 text-sm text-soft">{caption}</div>}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("action.close")}
              className="absolute top-3 right-3 size-8"
            >
              <X aria-hidden="true" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
