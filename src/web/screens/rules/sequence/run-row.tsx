import { ArrowRight, CircleStop, Ellipsis, Pause, Play, SkipForward } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { RunChange, SequenceRun } from "#contract/runs.ts";
import { runStateName, runTime, runTone, runWhy } from "#web/components/sequence/run-facts.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";

/** What can be asked of runs; to move and to stop them is asked once more. */
export type RunRequest = Exclude<RunChange["kind"], "wait">;

type RunMenuProps = { run: SequenceRun; name: string; onRequest: (request: RunRequest) => void };

const RunMenu = ({ run, name, onRequest }: RunMenuProps) => {
  const { t } = useTranslation();
  const isPaused = run.state === "paused";
  return (
    <ActionMenu
      trigger={
        <Button size="icon" variant="ghost" aria-label={t("sequence.act.named", { name })}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      actions={[
        {
          id: "pause",
          label: t(isPaused ? "sequence.act.resume" : "sequence.act.pause"),
          icon: isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />,
          run: () => onRequest(isPaused ? "resume" : "pause"),
        },
        {
          id: "skip",
          label: t("sequence.act.skip"),
          icon: <SkipForward aria-hidden="true" />,
          run: () => onRequest("skip"),
        },
        {
          id: "move",
          label: t("sequence.act.move"),
          icon: <ArrowRight aria-hidden="true" />,
          run: () => onRequest("move"),
        },
        {
          id: "stop",
          label: t("sequence.act.stop"),
          icon: <CircleStop aria-hidden="true" />,
          danger: true,
          run: () => onRequest("stop"),
        },
      ]}
    />
  );
};

type RunRowProps = {
  run: SequenceRun;
  /** The step in words; what is said instead where none is left. */
  stepWords: string;
  mayOpenPerson: boolean;
  /** Undefined where the run cannot be changed. */
  selection: { checked: boolean; toggle: () => void } | undefined;
  onRequest: (request: RunRequest) => void;
};

/** Who is where in the sequence, why, and until when. */
export const RunRow = ({ run, stepWords, mayOpenPerson, selection, onRequest }: RunRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const name = run.person.name ?? t("people.unnamed");
  const time = runTime(run);
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_36px] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_auto_36px]">
      <div className="flex min-w-0 items-center gap-3">
        {selection && (
          <Checkbox
            checked={selection.checked}
            onCheckedChange={selection.toggle}
            aria-label={t("sequence.runs.select", { name })}
            className="relative before:absolute before:-inset-2.5"
          />
        )}
        <div className="min-w-0">
          {mayOpenPerson ? (
            <Link href={`/people/${run.person.id}`} className="block truncate font-[560] hover:text-sea">
              {name}
            </Link>
          ) : (
            <p className="truncate font-[560]">{name}</p>
          )}
          <p className="truncate text-soft text-xs">{stepWords}</p>
        </div>
      </div>
      <p className="min-w-0 wrap-anywhere text-soft max-md:col-start-1 max-md:text-xs">
        {runWhy(run, wording)}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 max-md:col-start-1 md:justify-end">
        <Badge tone={runTone(run)}>{t(`sequence.state.${runStateName(run)}`)}</Badge>
        {time && (
          <time dateTime={time} className="whitespace-nowrap text-soft text-xs">
            {format.dayTime(time)}
          </time>
        )}
      </p>
      <span className="size-9 max-md:col-start-2 max-md:row-start-1">
        {selection && <RunMenu run={run} name={name} onRequest={onRequest} />}
      </span>
    </li>
  );
};
