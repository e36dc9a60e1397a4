import { Check, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ThingState } from "#domain/first-steps/first-steps.ts";
import { cn } from "#web/lib/cn.ts";

type MarkProps = { state: ThingState; number: number; isOpen: boolean };

const Mark = ({ state, number, isOpen }: MarkProps) => (
  <span
    aria-hidden="true"
    className={cn(
      "grid size-8 shrink-0 place-items-center rounded-full border font-[620] text-sm tabular-nums",
      state === "done"
        ? "border-ok bg-ok text-panel"
        : isOpen
          ? "border-beam bg-beam text-on-beam"
          : state === "later"
            ? "border-edge border-dashed text-faint"
            : "border-edge text-soft",
    )}
  >
    {state === "done" ? (
      <Check className="size-4" strokeWidth={2.4} />
    ) : state === "running" && !isOpen ? (
      <LoaderCircle className="size-4 motion-safe:animate-spin" />
    ) : (
      number
    )}
  </span>
);

type ThingFrameProps = {
  number: number;
  state: ThingState;
  isOpen: boolean;
  title: string;
  text: ReactNode;
  /** At the end of the head: a button or a link. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** One of the things to try: what it is, and when it is open, what is done in place. */
export const ThingFrame = ({ number, state, isOpen, title, text, aside, children }: ThingFrameProps) => {
  const { t } = useTranslation();
  return (
    <li className={cn("grid gap-4 px-4 py-5 sm:px-5", isOpen && state !== "done" && "bg-warn-tint")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap sm:gap-x-6">
        <Mark state={state} number={number} isOpen={isOpen} />
        <div className="min-w-0 flex-1">
          <h2 className="font-[620] text-[15px] leading-5.5 tracking-tight">
            {title}
            <span className="sr-only">{` (${t(`start.state.${state}`)})`}</span>
          </h2>
          <p className="text-soft">{text}</p>
        </div>
        {aside && <div className="max-sm:w-full max-sm:pl-12">{aside}</div>}
      </div>
      {isOpen && children && <div className="min-w-0 sm:pl-14">{children}</div>}
    </li>
  );
};
