import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import type { ShownRuns } from "./use-sequence-view.ts";

export type StepFigures = SequenceProgress["steps"][number];

/** The columns of the figures, in the list and above it. */
export const figureColumns = "grid w-full grid-cols-3 gap-x-1 sm:w-53 sm:text-right";

const parts = ["here", "wentOn", "left"] as const;
/** Those whose people the list of runs can show. */
const shownRuns: Partial<Record<(typeof parts)[number], ShownRuns>> = { here: "running", left: "ended" };
const tones = { here: "font-[620]", wentOn: "", left: "text-soft" } as const;
const barTones = { wentOn: "bg-sea", here: "bg-sea/40", left: "bg-edge" } as const;
const barOrder = ["wentOn", "here", "left"] as const;

type FigureCellsProps = {
  /** Undefined while they load, and for a step that is not stored yet. */
  figures: StepFigures | undefined;
  number: string;
  /** Undefined where the user may not see the people. */
  onShow: ((state: ShownRuns) => void) | undefined;
};

/** Where the columns have no heads. */
const NarrowLabel = ({ part }: { part: (typeof parts)[number] }) => {
  const { t } = useTranslation();
  return <span className="text-2xs text-faint sm:hidden">{` ${t(`sequence.figure.${part}`)}`}</span>;
};

/** How many people are at a step, went on, and left there. */
export const FigureCells = ({ figures, number, onShow }: FigureCellsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const total = figures ? parts.reduce((sum, part) => sum + figures[part], 0) : 0;
  return (
    <div className={cn(figureColumns, "relative gap-y-1 text-sm tabular-nums")}>
      {parts.map((part) => {
        const count = figures?.[part] ?? 0;
        const state = shownRuns[part];
        const shown = count > 0 ? format.number(count) : "·";
        const className = cn(
          "min-h-6 min-w-0 truncate text-left max-sm:min-h-9 sm:text-right",
          count > 0 ? tones[part] : "text-faint",
        );
        return count > 0 && state && onShow ? (
          <button
            key={part}
            type="button"
            onClick={() => onShow(state)}
            className={cn(className, "rounded hover:text-sea hover:underline")}
          >
            <span className="sr-only">{t(`sequence.figure.show.${state}`, { count, shown, number })}</span>
            <span aria-hidden="true">
              {shown}
              <NarrowLabel part={part} />
            </span>
          </button>
        ) : (
          <p key={part} className={cn(className, "max-sm:leading-9")}>
            <span className="max-sm:hidden sm:sr-only">{`${t(`sequence.figure.${part}`)}: `}</span>
            {shown}
            <NarrowLabel part={part} />
          </p>
        );
      })}
      <span aria-hidden="true" className="col-span-3 flex h-1 gap-px overflow-hidden rounded-full bg-hover">
        {barOrder.map((part) => {
          const count = figures?.[part] ?? 0;
          return count > 0 ? (
            <span key={part} className={barTones[part]} style={{ flexGrow: count / total }} />
          ) : null;
        })}
      </span>
    </div>
  );
};

/** The names of the figures, above their columns. */
export const FigureHeads = () => {
  const { t } = useTranslation();
  return (
    <div aria-hidden="true" className="flex justify-end border-line border-b px-4 py-2 max-sm:hidden">
      <div className={cn(figureColumns, "text-2xs text-faint")}>
        {parts.map((part) => (
          <span key={part}>{t(`sequence.figure.${part}`)}</span>
        ))}
      </div>
    </div>
  );
};

/** What the colors of the bars mean. */
export const FigureLegend = () => {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-xs">
      {barOrder.map((part) => (
        <span key={part} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("size-2 rounded-xs", barTones[part])} />
          {t(`sequence.figure.${part}`)}
        </span>
      ))}
    </p>
  );
};
