import { MessagesSquare, Play, Plus, Square } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TestCaller } from "#contract/test-callers.ts";
import { exampleCallers } from "#domain/test-callers/example-callers.ts";
import { maxTestCallers } from "#domain/test-callers/test-caller.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CallerDialog } from "./caller-dialog.tsx";
import { CallerRow } from "./caller-row.tsx";
import { ResultSheet } from "./result-sheet.tsx";
import type { TestCallers } from "./use-test-callers.ts";

/** How the callers of the script are doing, or how far a run is. */
const RunSummary = ({
  callers,
  onStop,
}: {
  callers: readonly TestCaller[];
  onStop: (() => void) | undefined;
}) => {
  const { t } = useTranslation();
  const format = useFormat();
  const results = callers.flatMap(({ result }) => result ?? []);
  const open = callers.filter(({ runState }) => runState !== null).length;
  // A run may be of some of the callers only.
  const [most, setMost] = useState(open);
  if (open > most || (open === 0 && most > 0)) setMost(open);
  const [newest] = results
    .map(({ at }) => at)
    .toSorted()
    .toReversed();
  const passed = callers.filter(({ result }) => result?.outcome === "passed").length;
  if (open > 0)
    return (
      <div className="flex items-center gap-3">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <p role="status" className="text-sm text-soft">
            {t("callers.progress", { count: open })}
          </p>
          <ProgressBar label={t("callers.title")} value={1 - open / Math.max(open, most)} />
        </div>
        {onStop && (
          <Button size="sm" onClick={onStop}>
            <Square aria-hidden="true" />
            {t("callers.stop")}
          </Button>
        )}
      </div>
    );
  if (newest === undefined)
    return (
      <p role="status" className="text-sm text-soft">
        {t("callers.neverRun")}
      </p>
    );
  return (
    <p role="status" className="text-sm text-soft">
      <span className={cn("font-[560]", passed === callers.length ? "text-ok" : "text-ink")}>
        {t("callers.passedOf", { passed, count: callers.length })}
      </span>
      {` · ${t("callers.lastRun", { when: format.dateTime(newest) })}`}
    </p>
  );
};

type CallersCardProps = {
  scriptId: string;
  script: Pick<ScriptInput, "language" | "facts">;
  /** The script on the screen has changes that are not saved. */
  isDirty: boolean;
  tests: TestCallers;
  mayChange: boolean;
};

/** Callers that the user wrote, and what the agent did with them. */
export const CallersCard = ({ scriptId, script, isDirty, tests, mayChange }: CallersCardProps) => {
  const { t, i18n } = useTranslation();
  const { query, callers, canRun, isStarting, isAdding, staleBecause, run, stop, add, remove } = tests;
  const [edited, setEdited] = useState<TestCaller | "new">();
  const [openId, setOpenId] = useState<string>();
  const [removed, setRemoved] = useState<TestCaller>();
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = callers.length >= maxTestCallers;
  const isRunning = callers.some(({ runState }) => runState !== null);
  const shown = callers.find(({ id }) => id === openId);
  const isOutdated = !isRunning && callers.some((caller) => staleBecause(caller) !== null);

  const examples = exampleCallers[i18n.language === "es" ? "es" : "en"];
  const hasExample = examples.some(({ name }) => callers.some((caller) => caller.name === name));
  const addCaller = (
    <Button
      ref={addButton}
      size="sm"
      aria-label={t("callers.addFull")}
      title={isFull ? t("scriptEditor.row.limit", { count: maxTestCallers }) : undefined}
      disabled={isFull}
      onClick={() => setEdited("new")}
    >
      <Plus aria-hidden="true" />
      {t("callers.add")}
    </Button>
  );

  const confirmRemove = async () => {
    if (removed && (await remove(removed.id))) addButton.current?.focus();
    setRemoved(undefined);
  };

  return (
    <Card
      title={t("callers.title")}
      caption={t("callers.caption")}
      aside={
        mayChange &&
        callers.length > 0 && (
          <span className="flex flex-wrap gap-2">
            {addCaller}
            <Button size="sm" disabled={!canRun || isStarting || isRunning} onClick={() => void run()}>
              <Play aria-hidden="true" />
              {t("callers.runAll")}
            </Button>
          </span>
        )
      }
    >
      {query.data ? (
        callers.length === 0 ? (
          <EmptyState
            icon={MessagesSquare}
            title={t("callers.empty")}
            text={t("callers.emptyText")}
            className="py-6"
            action={
              mayChange && (
                <span className="flex flex-wrap justify-center gap-2">
                  {addCaller}
                  <Button size="sm" disabled={isAdding} onClick={() => void add(examples)}>
                    {t("callers.addExamples")}
                  </Button>
                </span>
              )
            }
          />
        ) : (
          <div className="grid gap-3">
            <RunSummary callers={callers} onStop={mayChange ? () => void stop() : undefined} />
            {isOutdated && <p className="text-warn text-xs">{t("callers.someOutdated")}</p>}
            {mayChange && isDirty && (
              <p className="text-faint text-xs">{t(canRun ? "callers.testsDraft" : "callers.cannotRun")}</p>
            )}
            <ul className="-mx-4 -mb-4 divide-y divide-line border-line border-t">
              {callers.map((caller) => (
                <CallerRow
                  key={caller.id}
                  caller={caller}
                  stale={staleBecause(caller)}
                  facts={script.facts}
                  mayChange={mayChange}
                  canRun={canRun && !isStarting}
                  isFull={isFull}
                  onOpen={() => setOpenId(caller.id)}
                  onRun={() => void run([caller.id])}
                  onEdit={() => setEdited(caller)}
                  onCopy={() =>
                    void add([
                      {
                        name: t("callers.copyOf", { name: caller.name }).slice(0, 100),
                        language: caller.language,
                        turns: caller.turns,
                      },
                    ])
                  }
                  onRemove={() => setRemoved(caller)}
                />
              ))}
              {mayChange && !hasExample && callers.length <= 3 && (
                <li className="px-4 py-2">
                  <Button size="sm" variant="ghost" disabled={isAdding} onClick={() => void add(examples)}>
                    <Plus aria-hidden="true" />
                    {t("callers.addExamples")}
                  </Button>
                </li>
              )}
            </ul>
          </div>
        )
      ) : query.error ? (
        <ErrorCard
          title={t("error.load")}
          detail={serverMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div aria-busy="true" className="grid gap-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {edited !== undefined && (
        <CallerDialog
          scriptId={scriptId}
          caller={edited === "new" ? undefined : edited}
          language={script.language}
          facts={script.facts}
          onClose={() => setEdited(undefined)}
        />
      )}
      {shown?.result && (
        <ResultSheet
          caller={shown}
          stale={staleBecause(shown)}
          facts={script.facts}
          onRun={mayChange && canRun ? () => void run([shown.id]) : undefined}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t("callers.confirmDelete")}
          text={t("script.confirmDeleteText", { name: removed.name })}
          confirm={t("script.delete")}
          onConfirm={() => void confirmRemove()}
          onCancel={() => setRemoved(undefined)}
        />
      )}
    </Card>
  );
};
