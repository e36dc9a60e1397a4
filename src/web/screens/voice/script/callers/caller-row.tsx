import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Clock,
  Copy,
  Ellipsis,
  LoaderCircle,
  Pencil,
  Play,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TestCaller } from "#contract/test-callers.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { cn } from "#web/lib/cn.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { useCallerTexts } from "./use-caller-texts.ts";
import { type CallerState, callerStateOf } from "./use-test-callers.ts";

const stateIcons = {
  never: { Icon: CircleDashed, className: "text-faint" },
  waiting: { Icon: Clock, className: "text-faint" },
  running: { Icon: LoaderCircle, className: "animate-spin text-sea motion-reduce:animate-none" },
  passed: { Icon: CircleCheck, className: "text-ok" },
  failed: { Icon: CircleAlert, className: "text-bad" },
  broken: { Icon: CircleAlert, className: "text-warn" },
} as const satisfies Record<CallerState, object>;

type CallerRowProps = {
  caller: TestCaller;
  stale: "script" | "caller" | null;
  facts: ScriptInput["facts"];
  mayChange: boolean;
  canRun: boolean;
  isFull: boolean;
  onOpen: () => void;
  onRun: () => void;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
};

export const CallerRow = (props: CallerRowProps) => {
  const { caller, stale, facts, mayChange, canRun, isFull, onOpen, onRun, onEdit, onCopy, onRemove } = props;
  const { t } = useTranslation();
  const { expectationText, reasonText } = useCallerTexts(facts);
  const { name, language, turns, result, runState } = caller;
  const state = callerStateOf(caller);
  const { Icon, className } = stateIcons[state];
  const checks = result?.turns.flatMap((turn) => turn.checks) ?? [];
  const failures = checks.filter(({ reason }) => reason !== null);
  const [firstFailure] = failures;
  return (
    <li className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-4">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          <span className="min-w-0 break-words font-[560]">{name}</span>
          <span className="sr-only">{t(`callers.state.${state}`)}</span>
          {stale && runState === null && <Badge tone="warn">{t("callers.outdated")}</Badge>}
        </p>
        <p className="min-w-0 break-words text-soft text-xs">
          {runState === null && firstFailure ? (
            <>
              <span className="text-bad">
                {t("callers.notMetOf", { count: failures.length, total: checks.length })}
              </span>
              {` · ${expectationText(firstFailure.expected)}`}
              {firstFailure.reason && `: ${reasonText(firstFailure.reason)}`}
            </>
          ) : runState === null && result ? (
            t(result.outcome === "broken" ? "callers.state.broken" : "callers.allMet", {
              count: checks.length,
            })
          ) : (
            [
              t(`script.languages.${language}`),
              t("callers.turns", { count: turns.length }),
              t("callers.expectations", {
                count: turns.reduce((sum, { expect }) => sum + expect.length, 0),
              }),
              runState && t(`callers.state.${runState}`),
            ]
              .filter(Boolean)
              .join(" · ")
          )}
          {result && (
            <>
              {" · "}
              <button
                type="button"
                aria-label={t("callers.conversationWith", { name })}
                className="rounded text-sea hover:underline"
                onClick={onOpen}
              >
                {t("callers.conversation")}
              </button>
            </>
          )}
        </p>
      </div>
      {mayChange && (
        <>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("callers.runNamed", { name })}
            title={t("callers.run")}
            disabled={!canRun || runState !== null}
            onClick={onRun}
          >
            <Play aria-hidden="true" />
          </Button>
          <ActionMenu
            trigger={
              <Button variant="ghost" size="icon" aria-label={t("scriptEditor.goals.menu", { name })}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
            actions={[
              {
                id: "edit",
                label: t("scriptEditor.row.edit"),
                icon: <Pencil aria-hidden="true" />,
                run: onEdit,
              },
              ...(isFull
                ? []
                : [
                    {
                      id: "copy",
                      label: t("callers.copy"),
                      icon: <Copy aria-hidden="true" />,
                      run: onCopy,
                    },
                  ]),
              {
                id: "remove",
                label: t("script.delete"),
                icon: <Trash2 aria-hidden="true" />,
                danger: true,
                run: onRemove,
              },
            ]}
          />
        </>
      )}
    </li>
  );
};
