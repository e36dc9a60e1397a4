import { Check, CircleSlash, Play, ShieldAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TestCaller } from "#contract/test-callers.ts";
import type { CheckedExpectation, PlayedTurn } from "#domain/test-callers/test-result.ts";
import type { ScriptFact } from "#domain/voice/script.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { CallerBadge } from "./caller-badge.tsx";
import { useCallerTexts } from "./use-caller-texts.ts";
import { callerStateOf } from "./use-test-callers.ts";

type CheckLineProps = { check: CheckedExpectation; facts: readonly ScriptFact[] };

const CheckLine = ({ check: { expected, reason }, facts }: CheckLineProps) => {
  const { t } = useTranslation();
  const { expectationText, reasonText } = useCallerTexts(facts);
  const Icon = reason === null ? Check : X;
  return (
    <li
      className={cn(
        "flex items-start gap-2 rounded-md px-2 py-0.5 text-sm",
        reason !== null && "bg-bad-tint",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", reason === null ? "text-ok" : "text-bad")}
      />
      <span className="sr-only">{`${t(reason === null ? "callers.met" : "callers.notMet")}: `}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className={reason === null ? "text-soft" : "font-[560]"}>{expectationText(expected)}</span>
        {reason && <span className="text-bad">{` · ${reasonText(reason)}`}</span>}
      </span>
    </li>
  );
};

const bubble = "w-fit max-w-[90%] whitespace-pre-line wrap-anywhere rounded-[10px] px-3 py-2 text-sm";

type TurnProps = { turn: PlayedTurn; number: number; language: string; facts: readonly ScriptFact[] };

const Turn = ({ turn, number, language, facts }: TurnProps) => {
  const { t } = useTranslation();
  const { say, answer, isReached, isCorrected, checks } = turn;
  const hasFailed = checks.some(({ reason }) => reason !== null);
  return (
    <li className="grid gap-2" aria-label={t("callers.turn", { number })}>
      <div className="grid justify-items-end gap-1">
        <p className="text-faint text-xs">{t("callers.sheet.caller")}</p>
        <p lang={language} className={cn(bubble, "rounded-tr-sm bg-sea-tint", !isReached && "opacity-60")}>
          {say}
        </p>
      </div>
      {isReached && (
        <div className="grid gap-1">
          <p className="text-faint text-xs">{t("callers.sheet.agent")}</p>
          <p className={cn(bubble, "rounded-tl-sm bg-hover", answer === "" && "text-faint italic")}>
            {answer || t("callers.sheet.silent")}
          </p>
        </div>
      )}
      {!isReached && checks.length === 0 && (
        <p className="flex items-center gap-2 text-soft text-xs">
          <CircleSlash aria-hidden="true" className="size-4 shrink-0" />
          {t("callers.reason.call_over")}
        </p>
      )}
      {isCorrected && (
        <p className="flex items-start gap-2 text-soft text-xs">
          <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
          {t("callers.sheet.corrected")}
        </p>
      )}
      {checks.length > 0 && (
        <ul
          aria-label={t("callers.dialog.expectationsOf", { turn: t("callers.turn", { number }) })}
          className={cn("grid gap-1 border-l-2 pl-1.5", hasFailed ? "border-bad" : "border-ok")}
        >
          {checks.map((check, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the checks of a result do not change
            <CheckLine key={index} check={check} facts={facts} />
          ))}
        </ul>
      )}
    </li>
  );
};

type ResultSheetProps = {
  caller: TestCaller;
  stale: "script" | "caller" | null;
  facts: readonly ScriptFact[];
  /** Absent where the user may not run it. */
  onRun?: (() => void) | undefined;
  onClose: () => void;
};

/** The conversation of the last run, with what was expected beside each turn. */
export const ResultSheet = ({ caller, stale, facts, onRun, onClose }: ResultSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { result } = caller;
  if (!result) return null;
  const { opening, turns, endReason, model, isDraft, scriptVersion, at } = result;
  return (
    <SideSheet
      onClose={onClose}
      title={caller.name}
      caption={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CallerBadge state={callerStateOf(caller)} />
          <span>
            {t(isDraft ? "callers.sheet.draft" : "callers.sheet.version", {
              version: scriptVersion,
              when: format.dateTime(at),
            })}
          </span>
        </span>
      }
      footer={
        onRun && (
          <Button disabled={caller.runState !== null} onClick={onRun}>
            <Play aria-hidden="true" />
            {t("callers.runAgain")}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {stale && <p className="rounded-lg bg-warn-tint px-3 py-2 text-sm">{t(`callers.stale.${stale}`)}</p>}
        {result.outcome === "broken" && <p className="text-sm">{t("callers.sheet.broken")}</p>}
        {opening !== "" && (
          <div className="grid gap-1">
            <p className="text-faint text-xs">{t("callers.sheet.agent")}</p>
            <p className={cn(bubble, "rounded-tl-sm bg-hover")}>{opening}</p>
          </div>
        )}
        {turns.length > 0 && (
          <ol className="grid gap-5">
            {turns.map((turn, index) => (
              <Turn
                // biome-ignore lint/suspicious/noArrayIndexKey: the turns of a result do not change
                key={index}
                turn={turn}
                number={index + 1}
                language={caller.language}
                facts={facts}
              />
            ))}
          </ol>
        )}
        {result.outcome !== "broken" && (
          <p className="border-line border-t pt-3 text-faint text-xs">
            {[
              endReason === null
                ? t("callers.sheet.open")
                : t("callers.sheet.ended", { reason: t(`callPage.endReason.${endReason}`) }),
              t(model === null ? "callers.sheet.noModel" : "callers.sheet.model", { model }),
            ].join(" · ")}
          </p>
        )}
      </div>
    </SideSheet>
  );
};
