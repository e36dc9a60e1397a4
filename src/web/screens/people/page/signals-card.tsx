import { MessageSquareQuote } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonSignalView } from "#contract/person-page.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CorrectSignalsDialog } from "./correct-signals-dialog.tsx";
import { useWhen } from "./scores-card.tsx";
import { useSignalText } from "./signal-text.ts";

const tones = { raises: "ok", lowers: "bad", stops: "bad", fact: "sea" } as const;
const markClasses = {
  raises: "bg-ok-tint shadow-[inset_0_-1.5px_0_var(--ok)]",
  lowers: "bg-bad-tint shadow-[inset_0_-1.5px_0_var(--bad)]",
  stops: "bg-bad-tint shadow-[inset_0_-1.5px_0_var(--bad)]",
  fact: "bg-sea-tint shadow-[inset_0_-1.5px_0_var(--sea)]",
} as const;

type SignalRowProps = { signal: PersonSignalView; onCorrect: (() => void) | undefined };

const SignalRow = ({ signal, onCorrect }: SignalRowProps) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const worded = useWorded();
  const when = useWhen();
  const textOf = useSignalText();
  const { text, start, end, effect, confidence, halfLifeDays, channel, at, readBy } = signal;
  const source = signal.isCorrected
    ? signal.correctedBy === null
      ? t("personPage.signals.corrected")
      : t("personPage.signals.correctedBy", { name: signal.correctedBy })
    : readBy && t("personPage.signals.readBy", { model: readBy });
  const percent = new Intl.NumberFormat(numberLocale, { style: "percent" }).format(confidence);
  return (
    <li className="grid gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_150px]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <b className="font-[560]">{textOf(signal.signal)}</b>
          <Badge tone={tones[effect]}>{t(`personPage.signals.effect.${effect}`)}</Badge>
          {onCorrect && (
            <button
              type="button"
              onClick={onCorrect}
              className="rounded px-1 text-sea text-xs hover:underline max-sm:min-h-9"
            >
              {t("personPage.correct.open")} <span className="sr-only">{textOf(signal.signal)}</span>
            </button>
          )}
        </p>
        {text !== null && (
          <blockquote className="mt-1.5 line-clamp-3 break-words border-line border-l-2 pl-2.5 text-sm text-soft">
            {text.slice(0, start)}
            {end > start && (
              <mark className={cn("rounded-[3px] px-0.5 text-ink", markClasses[effect])}>
                {text.slice(start, end)}
              </mark>
            )}
            {text.slice(end)}
          </blockquote>
        )}
      </div>
      <div className="text-xs max-sm:flex max-sm:items-center max-sm:gap-2.5">
        <p className="shrink-0">
          <span className="text-soft">{t("personPage.signals.sure")}</span>{" "}
          <b className="font-[600] tabular-nums">{percent}</b>
        </p>
        <span
          aria-hidden="true"
          className="my-1.5 block h-1.5 overflow-hidden rounded bg-hover max-sm:flex-1"
        >
          <span
            className="block h-full rounded bg-sea"
            style={{ width: `${Math.round(confidence * 100)}%` }}
          />
        </span>
        <p className="shrink-0 text-faint">
          {worded("reading.channel", channel)}, {when(at)}
          <br />
          {source ??
            (halfLifeDays === null
              ? t("personPage.signals.kept")
              : t("personPage.signals.fades", { count: halfLifeDays }))}
        </p>
      </div>
    </li>
  );
};

/** The others are shown on demand. */
const shownAtFirst = 5;

type SignalsCardProps = { personId: string; signals: readonly PersonSignalView[] };

/** What was read in their messages and calls, with the words that it rests on. */
export const SignalsCard = ({ personId, signals }: SignalsCardProps) => {
  const { t } = useTranslation();
  const mayCorrect = useMay("people", "work");
  const [corrected, setCorrected] = useState<PersonSignalView>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? signals : signals.slice(0, shownAtFirst);
  return (
    <Card title={t("personPage.signals.title")} caption={t("personPage.signals.hint")}>
      {signals.length === 0 ? (
        <EmptyState icon={MessageSquareQuote} title={t("personPage.signals.none")} className="py-6" />
      ) : (
        <ul>
          {shown.map((signal) => (
            <SignalRow
              key={signal.id}
              signal={signal}
              onCorrect={mayCorrect ? () => setCorrected(signal) : undefined}
            />
          ))}
        </ul>
      )}
      {signals.length > shownAtFirst && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 mt-2 text-sea max-sm:h-9"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? t("personPage.scores.showFewer")
            : t("personPage.signals.showAll", { count: signals.length })}
        </Button>
      )}
      {corrected && (
        <CorrectSignalsDialog
          personId={personId}
          signal={corrected}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </Card>
  );
};
