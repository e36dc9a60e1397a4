import { ArrowLeft, Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Broadcast } from "#contract/broadcasts.ts";
import { cn } from "#web/lib/cn.ts";
import { campaignsPath } from "#web/screens/campaigns/broadcast-path.ts";
import { StateBadge } from "#web/screens/campaigns/state-badge.tsx";
import { Badge } from "#web/ui/badge.tsx";

export const BackLink = ({ aside }: { aside?: ReactNode }) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        href={campaignsPath}
        className="flex min-h-6 w-fit items-center gap-1.5 rounded text-sm text-soft hover:text-ink max-sm:min-h-9"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("campaigns.tab.broadcasts")}
      </Link>
      {aside}
    </div>
  );
};

const steps = ["write", "preview", "send"] as const;

/** Where the operator is on the way to sending. */
export const StepTrail = ({ current }: { current: (typeof steps)[number] }) => {
  const { t } = useTranslation();
  const position = steps.indexOf(current);
  return (
    <ol aria-label={t("campaigns.steps.label")} className="flex items-center gap-2 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === position ? "step" : undefined}
          className={cn(
            "flex items-center gap-2",
            index > 0 && "before:h-[1.5px] before:w-5 before:bg-line sm:before:w-7",
            index > 0 && index <= position && "before:bg-sea",
            index === position ? "font-[600]" : "text-soft",
          )}
        >
          <span
            aria-hidden="true"
            className={cn(
              "grid size-6 place-items-center rounded-full border-[1.5px] text-xs",
              index < position
                ? "border-sea bg-sea text-on-sea"
                : index === position
                  ? "border-sea text-sea"
                  : "border-edge",
            )}
          >
            {index < position ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span className={index === position ? undefined : "max-sm:sr-only"}>
            {t(`campaigns.steps.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
};

type PageHeadProps = {
  broadcast: Pick<Broadcast, "name" | "purpose" | "state" | "approval">;
  /** At the end of the line above the name. */
  note?: ReactNode;
  /** Buttons, or where the operator is. */
  children?: ReactNode;
};

/** The name of a broadcast with its state. */
export const PageHead = ({
  broadcast: { name, purpose, state, approval },
  note,
  children,
}: PageHeadProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <BackLink aside={note} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 font-[660] text-[22px] leading-7 tracking-[-0.022em] wrap-anywhere max-sm:basis-full">
          {name}
        </h2>
        <Badge>{t(`campaigns.purpose.${purpose}`)}</Badge>
        <StateBadge state={state} approval={approval} />
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:ml-auto">{children}</div>
      </div>
    </div>
  );
};
