import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import type { Change } from "./use-figure-text.ts";

/** How a number changed against the period before. */
export const ChangeText = ({ change }: { change: Change }) => {
  const { t } = useTranslation();
  const Arrow = change.isUp ? ArrowUp : ArrowDown;
  const tone = change.isGood === undefined ? "text-soft" : change.isGood ? "text-ok" : "text-warn";
  return (
    <span className={cn("inline-flex items-center gap-0.5 whitespace-nowrap text-xs tabular-nums", tone)}>
      {!change.isNew && (
        <>
          <Arrow aria-hidden="true" className="size-3" />
          <span className="sr-only">{t(change.isUp ? "reports.up" : "reports.down")}</span>
        </>
      )}
      {change.text}
    </span>
  );
};
