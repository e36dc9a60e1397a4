import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Badge } from "#web/ui/badge.tsx";
import { Popover } from "#web/ui/popover.tsx";

/** Marks a message that only the simulator got. A click tells why. */
export const SimulatedBadge = () => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("simulated.title")}
      trigger={
        <button type="button" aria-label={t("simulated.why")} className="inline-flex min-h-6 items-center">
          <Badge tone="warn">
            <FlaskConical aria-hidden="true" className="size-3" />
            {t("simulated.label")}
          </Badge>
        </button>
      }
    >
      <div className="grid gap-2 p-4 text-sm">
        <h2 className="font-[620]">{t("simulated.title")}</h2>
        <p className="text-soft">{t("simulated.text")}</p>
        <Link href="/settings?tab=go-live" className="w-fit text-sea hover:underline">
          {t("simulated.link")}
        </Link>
      </div>
    </Popover>
  );
};
