import { CircleAlert, Hourglass } from "lucide-react";
import type { KeyboardEvent } from "react";
import { isMessage } from "#web/components/rule/read-row.ts";
import { capitalize } from "#web/components/rule/rule-text.ts";
import type { RuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { cn } from "#web/lib/cn.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RailRow } from "./rail-row.tsx";
import { FigureCells, type StepFigures } from "./step-figures.tsx";
import { StepIcon } from "./step-icon.tsx";
import type { StepLine } from "./step-layout.ts";
import { answerText, stepNotes, stepTitle, waitText } from "./step-text.ts";
import type { ShownRuns } from "./use-sequence-view.ts";

type LineOf<Kind extends StepLine["kind"]> = {
  line: Extract<StepLine, { kind: Kind }>;
  context: RuleTextContext;
};

type StepRowProps = LineOf<"step"> & {
  isSelected: boolean;
  /** What the server says of the step. */
  issue: string | undefined;
  hasFigures: boolean;
  hasGoal: boolean;
  figures: StepFigures | undefined;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onShowRuns: ((state: ShownRuns) => void) | undefined;
};

/** A step. Its sentence selects it; the whole row is its target. */
export const StepRow = (props: StepRowProps) => {
  const { line, context, isSelected, issue, hasFigures, hasGoal, figures, ...on } = props;
  const { step, number, level, rails } = line;
  const notes = stepNotes(step, context);
  return (
    <RailRow
      level={level}
      rails={rails}
      className={cn(
        "grid min-h-13 grid-cols-[28px_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 py-2 sm:grid-cols-[28px_minmax(0,1fr)_auto]",
        isSelected
          ? "bg-sea-tint before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-sea"
          : "hover:bg-hover/60",
      )}
    >
      <span
        className={cn(
          "relative grid size-7 place-items-center rounded-lg [&_svg]:size-[15px]",
          isSelected
            ? "bg-sea text-on-sea"
            : isMessage(step.type)
              ? "bg-sea-tint text-sea"
              : "bg-hover text-soft",
        )}
      >
        <StepIcon type={step.type} />
      </span>
      <button
        type="button"
        data-step={step.id}
        aria-current={isSelected ? "step" : undefined}
        onClick={on.onSelect}
        onKeyDown={on.onKeyDown}
        className="min-w-0 text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
      >
        <span className="flex min-w-0 items-baseline gap-1.5 font-[560] text-sm leading-[18px]">
          <span className="shrink-0 font-[540] text-faint tabular-nums">{number}</span>
          <span className="min-w-0 wrap-anywhere line-clamp-2">
            {capitalize(stepTitle(step, context), context.locale)}
          </span>
        </span>
        {notes.length > 0 && (
          <span className="mt-px line-clamp-2 wrap-anywhere text-soft text-xs">{notes.join(" · ")}</span>
        )}
        {issue && (
          <span className="mt-0.5 flex items-start gap-1 text-bad text-xs">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            <span className="wrap-anywhere">{issue}</span>
          </span>
        )}
      </button>
      {hasFigures && (
        <div className="max-sm:col-start-2">
          <FigureCells figures={figures} number={number} onShow={on.onShowRuns} hasGoal={hasGoal} />
        </div>
      )}
    </RailRow>
  );
};

/** The wait before a step; it opens the step to which it belongs. */
export const WaitRow = ({ line, context, onSelect }: LineOf<"wait"> & { onSelect: () => void }) => (
  <RailRow
    level={line.level}
    rails={line.rails}
    className="grid min-h-[38px] grid-cols-[28px_minmax(0,1fr)] items-center gap-x-2.5 py-1 hover:bg-hover/60"
  >
    <span className="relative mx-0.5 grid size-6 place-items-center rounded-full border-[1.5px] border-edge border-dashed bg-panel text-soft">
      <Hourglass aria-hidden="true" className="size-3" strokeWidth={1.9} />
    </span>
    <button
      type="button"
      onClick={onSelect}
      className="min-w-0 text-left text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
    >
      {capitalize(waitText(line.step, context) ?? "", context.locale)}
    </button>
  </RailRow>
);

type BranchRowProps = LineOf<"branch"> & {
  /** The word of the answer. */
  label: string;
};

/** Where the steps of an answer begin. */
export const BranchRow = ({ line, context, label }: BranchRowProps) => {
  const { level, rails, question, answer } = line;
  return (
    <RailRow level={level} rails={rails} className="py-1.5">
      <span
        aria-hidden="true"
        className="absolute top-1/2 h-[1.5px] w-4 bg-line"
        style={{ left: `calc(29px + ${level} * var(--indent))` }}
      />
      <p className="flex min-w-0 items-center gap-2 pl-8 text-xs">
        <Badge tone={answer === "yes" ? "ok" : "quiet"}>{label}</Badge>
        <span className="min-w-0 wrap-anywhere text-soft">{answerText(question, answer, context)}</span>
      </p>
    </RailRow>
  );
};
