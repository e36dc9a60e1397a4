import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import type { useAvailability } from "#web/lib/use-availability.ts";
import { Popover } from "#web/ui/popover.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** Here or away, with what it changes. */
export const AvailabilityMenu = ({
  isAway,
  setAway,
  busy,
}: Pick<ReturnType<typeof useAvailability>, "isAway" | "setAway" | "busy">) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  const textId = useId();
  const state = t(isAway ? "availability.away" : "availability.here");
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      label={t("availability.title")}
      className="w-[min(300px,calc(100vw-24px))]"
      trigger={
        <button
          type="button"
          aria-label={t("availability.open", { state })}
          className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-deep-raised/55 focus-visible:outline-beam focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden="true"
            className={cn("block size-2.5 rounded-full", isAway ? "border-2 border-deep-faint" : "bg-ok")}
          />
        </button>
      }
    >
      <div className="grid gap-2 p-4">
        <div className="flex items-center justify-between gap-3">
          <span id={labelId} className="font-[560] text-sm">
            {t("availability.switch")}
          </span>
          <Switch
            checked={isAway}
            disabled={busy}
            onCheckedChange={setAway}
            aria-labelledby={labelId}
            aria-describedby={textId}
          />
        </div>
        <p id={textId} className="text-soft text-sm">
          {t("availability.text")}
        </p>
      </div>
    </Popover>
  );
};
