import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import type { ShownRuns } from "./use-sequence-view.ts";

export type StepFigures = SequenceProgress["steps"][number];

const parts = ["here", "wentOn", "left", "toGoal"] as const;
type Part = (typeof parts)[number];

/** The columns of the figures, in the list and above it; without a goal there are three. */
const columnsOf = (hasGoal: boolean) =>
  hasGoal
    ? { parts, className: "grid w-full grid-cols-4 gap-x-1 sm:w-71 sm:text-right" }
    : {
        parts: parts.filter((part) => part !== "toGoal"),
        className: "grid w-full grid-cols-3 gap-x-1 sm:w-53 sm:text-right",
      };

/** Those whose people the list of runs can show. */
const shownRuns: Partial<Record<Part, ShownRuns>> = { here: "running", left: "ended" };
const tones = { here: "font-[620]", wentOn: "", left: "text-soft", toGoal: "text-sea" } as const;
const barTones = { wentOn: "bg-sea", here: "bg-sea/40", left: "bg-edge" } as const;
const barOrder = ["wentOn", "here", "left"] as const;

type FigureCellsProps = {
  /** Undefined while they load, and for a step that is not stored yet. */
  figures: StepFigures | undefined;
  number: string;
  /** Undefined where the user may not see the people. */
  onShow: ((state: ShownRuns) => void) | undefined;
  hasGoal: boolean;
};

/** Where the columns have no heads. */
const NarrowLabel = ({ part }: { part: Part }) => {
  const { t } = useTranslation();
  return <span className="text-2xs text-faint sm:hidden">{` ${t(`sequence.figure.${part}`)}`}</span>;
};

/** How many people are at a step, went on, left there, and reached the goal after it. */
export const FigureCells = ({ figures, number, onShow, hasGoal }: FigureCellsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const total = figures ? barOrder.reduce((sum, part) => sum + figures[part], 0) : 0;
  const columns = columnsOf(hasGoal);
  return (
    <div className={cn(columns.className, "relative gap-y-1 text-sm tabular-nums")}>
      {columns.parts.map((part) => {
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
      <span
        aria-hidden="true"
        className="col-span-full flex h-1 gap-px overflow-hidden rounded-full bg-hover"
      >
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
export const FigureHeads = ({ hasGoal }: Pick<FigureCellsProps, "hasGoal">) => {
  const { t } = useTranslation();
  const columns = columnsOf(hasGoal);
  return (
    <div aria-hidden="true" className="flex justify-end border-line border-b px-4 py-2 max-sm:hidden">
      <div className={cn(columns.className, "text-2xs text-faint")}>
        {columns.parts.map((part) => (
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
