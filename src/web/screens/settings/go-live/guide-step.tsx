import { Circle, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { GoLiveProgress } from "#contract/go-live.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";

export type StepProgress = GoLiveProgress["channels"][number]["steps"][number];

const icons = {
  done: { icon: CircleCheck, className: "text-ok" },
  todo: { icon: Circle, className: "text-warn" },
  later: { icon: CircleDashed, className: "text-faint" },
} as const;

/** When an automatic step was seen, or who ticked a manual one. */
const useCompletion = ({ state, at, by }: StepProgress): string | null => {
  const { t } = useTranslation();
  const format = useFormat();
  if (state !== "done" || at === null) return null;
  const when = format.dateTime(at);
  return by === null ? t("goLive.doneAt", { at: when }) : t("goLive.doneBy", { by, at: when });
};

type GuideStepProps = { step: StepProgress; title: string; text: string; children?: ReactNode };

/** One step: what to do, and what shows that it is done. */
export const GuideStep = ({ step, title, text, children }: GuideStepProps) => {
  const { t } = useTranslation();
  const completion = useCompletion(step);
  const { icon: Icon, className } = icons[step.state];
  return (
    <li className="flex gap-3 py-3.5 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4.5 shrink-0", className)} strokeWidth={2} />
      <div className="grid min-w-0 flex-1 gap-2 text-sm">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <h3 className="font-[560]">
            {title}
            <span className="sr-only">{` (${t(`goLive.state.${step.state}`)})`}</span>
          </h3>
          {completion && <p className="ml-auto text-faint text-xs">{completion}</p>}
        </div>
        <p className="whitespace-pre-line text-soft">{text}</p>
        {step.state === "later" ? (
          <p className="text-faint text-xs">{t("goLive.later")}</p>
        ) : (
          children && <div className="grid min-w-0 gap-3 empty:hidden">{children}</div>
        )}
      </div>
    </li>
  );
};
