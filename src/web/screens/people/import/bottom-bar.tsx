import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

type BottomBarProps = {
  children: ReactNode;
  onBack?: (() => void) | undefined;
  /** What the next step does, such as "Check 2,002 rows". */
  next: { label: string; icon: LucideIcon; disabled?: boolean; run: () => void };
};

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Stays at the lower edge. Its button is also run by ⌘↵ or Ctrl↵. */
export const BottomBar = ({ children, onBack, next }: BottomBarProps) => {
  const { t } = useTranslation();
  const { disabled = false, run } = next;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || disabled) return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [disabled, run]);
  const Icon = next.icon;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 -mb-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg px-4 py-3 sm:-mx-7 sm:px-7">
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-2 text-soft text-xs max-sm:basis-full">
        {children}
      </div>
      <div className="flex gap-2 max-sm:w-full">
        {onBack && (
          <Button onClick={onBack} className="max-sm:flex-1">
            {t("import.back")}
          </Button>
        )}
        <Button variant="primary" disabled={disabled} onClick={run} className="max-sm:flex-1">
          {next.label}
          <Icon aria-hidden="true" />
          <Kbd className="ml-1 border-on-sea/40 bg-transparent text-on-sea max-sm:hidden pointer-coarse:hidden">
            {isMac() ? "⌘↵" : "Ctrl ↵"}
          </Kbd>
        </Button>
      </div>
    </div>
  );
};
