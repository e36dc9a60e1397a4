import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useReturnFocus } from "#web/lib/use-return-focus.ts";
import { Button } from "./button.tsx";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
};

export const Dialog = ({ open, onOpenChange, title, description, className, children }: DialogProps) => {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-end sm:place-items-center sm:p-6">
          <Radix.Content
            {...returnFocus}
            {...(description ? {} : { "aria-describedby": undefined })}
            className={cn(
              "pointer-events-auto relative flex max-h-[90dvh] w-full animate-rise flex-col overflow-hidden rounded-t-2xl border border-line bg-panel shadow-float sm:base:max-w-lg sm:rounded-2xl",
              className,
            )}
          >
            <header className="border-line border-b py-4 pr-14 pl-5">
              <Radix.Title className="font-[640] text-[15px] leading-5 tracking-tight wrap-anywhere">
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-sm text-soft wrap-anywhere">
                  {description}
                </Radix.Description>
              )}
            </header>
            <div className="min-h-0 overflow-y-auto p-5">{children}</div>
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
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
};

/** The buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-2 pt-1">{children}</div>
);
