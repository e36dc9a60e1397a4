import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SequenceRun } from "#contract/runs.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import type { RunRequest } from "./run-row.tsx";

type RunBarProps = {
  runs: readonly SequenceRun[];
  busy: boolean;
  onRequest: (request: RunRequest) => void;
  onClear: () => void;
};

/** Actions on the selected runs. */
export const RunBar = ({ runs, busy, onRequest, onClear }: RunBarProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const requests: RunRequest[] = [
    ...(runs.some(({ state }) => state !== "paused") ? (["pause"] as const) : []),
    ...(runs.some(({ state }) => state === "paused") ? (["resume"] as const) : []),
    "skip",
    "move",
    "stop",
  ];
  return (
    <section
      aria-label={t("sequence.runs.selected")}
      className="sticky bottom-3 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border border-line bg-panel p-2 shadow-float"
    >
      <p aria-live="polite" className="px-1.5 font-[560] text-sm tabular-nums">
        {t("people.bulk.selected", { count: runs.length, shown: format.number(runs.length) })}
      </p>
      {requests.map((request) => (
        <Button
          key={request}
          size="sm"
          disabled={busy}
          onClick={() => onRequest(request)}
          className={request === "stop" ? "text-bad max-sm:h-9" : "max-sm:h-9"}
        >
          {t(`sequence.act.${request}`)}
        </Button>
      ))}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("people.bulk.clear")}
        onClick={onClear}
        className="size-8 max-sm:size-9"
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  );
};
