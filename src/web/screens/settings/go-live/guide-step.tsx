import { ChevronDown, Circle, CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useId } from "react";
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

type GuideStepProps = {
  step: StepProgress;
  title: string;
  text: string;
  isOpen: boolean;
  onToggle: () => void;
  children?: ReactNode;
};

const rowClass = "flex min-h-10 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left text-sm";

/** A step as one line. Open, it has what to do and its fields; one that is not possible yet cannot be opened. */
export const GuideStep = ({ step, title, text, isOpen, onToggle, children }: GuideStepProps) => {
  const { t } = useTranslation();
  const id = useId();
  const completion = useCompletion(step);
  const { icon: Icon, className } = icons[step.state];
  const line = (
    <>
      <Icon aria-hidden="true" className={cn("size-4.5 shrink-0", className)} strokeWidth={2} />
      <span className={cn("min-w-0 flex-1", step.state === "later" ? "text-faint" : "font-[560]")}>
        {title}
        <span className="sr-only">{` (${t(`goLive.state.${step.state}`)})`}</span>
      </span>
      {completion && <span className="truncate text-faint text-xs max-sm:hidden">{completion}</span>}
    </>
  );
  if (step.state === "later") return <li className={rowClass}>{line}</li>;
  return (
    <li className={cn("rounded-lg", isOpen && step.state === "todo" && "bg-hover")}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className={cn(rowClass, "hover:bg-hover focus-visible:-outline-offset-2")}
        >
          {line}
          <ChevronDown
            aria-hidden="true"
            className={cn("size-4 shrink-0 text-soft transition-transform", isOpen && "rotate-180")}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="pr-3 pb-4 pl-9.5 max-sm:pl-2">
        {isOpen && (
          <div className="grid min-w-0 gap-4 text-sm">
            <p className="max-w-prose whitespace-pre-line text-soft">{text}</p>
            {children && <div className="grid min-w-0 gap-3 empty:hidden">{children}</div>}
          </div>
        )}
      </div>
    </li>
  );
};
