import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DryRunReport } from "#contract/rules.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { shortReason, type Tone, toneOf } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";

type Bar = { id: string; label: string; count: number; className: string };

/** Counts as horizontal bars, scaled to the largest count. */
const BarList = ({ bars }: { bars: readonly Bar[] }) => {
  const { number } = useFormat();
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="grid gap-2.5">
      {bars.map(({ id, label, count, className }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 text-sm">
          <span className="min-w-0 break-words">{label}</span>
          <b className="font-[600] tabular-nums">{number(count)}</b>
          <span aria-hidden="true" className="col-span-2 mt-1 h-1.5 overflow-hidden rounded bg-hover">
            <span
              className={cn("block h-full min-w-0.5 rounded", className)}
              style={{ width: `${(count / maxCount) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
};

const toneClasses: Record<Tone, string> = { note: "bg-ok", wait: "bg-warn", stop: "bg-bad", plain: "bg-sea" };
const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;

type FigureProps = { label: string; value: string; className?: string };

const Figure = ({ label, value, className }: FigureProps) => (
  <div className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line px-3 py-2.5">
    <dt className="text-[12.5px] text-soft leading-4">{label}</dt>
    <dd className={cn("font-[640] text-[20px] leading-7 tracking-[-0.02em] tabular-nums", className)}>
      {value}
    </dd>
  </div>
);

const SampleList = ({ sample }: { sample: DryRunReport["sample"] }) => {
  const { t } = useTranslation();
  return (
    <section className="grid gap-2">
      <h3 className="font-[560] text-sm">{t("rules.dryRun.sample")}</h3>
      <ul className="divide-y divide-line">
        {sample.map(({ personId, name, ruling, reasons }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person is listed once per action
          <li key={index} className="grid gap-1 py-2.5 text-sm first:pt-0">
            <div className="flex items-center gap-2">
              {/* A new browser tab keeps the result and an unsaved rule. */}
              <a
                href={`/people/${personId}`}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-6 min-w-0 items-center gap-1 rounded text-sea hover:underline"
              >
                <span className="truncate">{name ?? t("people.unnamed")}</span>
                <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
              </a>
              <Badge tone={rulingTones[ruling]} className="ml-auto">
                {t(`rules.ruling.${ruling}`)}
              </Badge>
            </div>
            <ReasonList reasons={reasons} className="text-soft" />
          </li>
        ))}
      </ul>
    </section>
  );
};

export const DryRunResult = ({ result, isRunning }: { result: DryRunReport; isRunning: boolean }) => {
  const { t } = useTranslation();
  const { number, numberLocale } = useFormat();
  const wording = useWording();
  const { people, total, next, fires, sent, held, blocked, reasons, cost, sample, isRounded } = result;
  const bars = reasons
    .toSorted((first, second) => second.count - first.count)
    .map(({ code, count }) => ({
      id: code,
      label: shortReason(code, wording),
      count,
      className: toneClasses[toneOf(code)],
    }));
  return (
    <div role="status" aria-busy={isRunning} className="grid gap-5">
      {!isRunning && (
        <p className="text-sm">
          {next === null
            ? t("rules.dryRun.summary", { count: people, people: number(people), fires: number(fires) })
            : t("rules.dryRun.stopped", { people: number(people), total: number(total) })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-2.5 sm:grid-cols-5">
        <Figure label={t("rules.dryRun.fires")} value={number(fires)} />
        <Figure label={t("rules.dryRun.sent")} value={number(sent)} className="text-ok" />
        <Figure label={t("rules.dryRun.held")} value={number(held)} className="text-warn" />
        <Figure label={t("rules.dryRun.blocked")} value={number(blocked)} className="text-bad" />
        <Figure label={t("rules.dryRun.cost")} value={formatDollars(cost, numberLocale)} />
      </dl>
      {bars.length > 0 && (
        <section className="grid gap-2.5">
          <h3 className="font-[560] text-sm">{t("rules.dryRun.reasons")}</h3>
          <BarList bars={bars} />
        </section>
      )}
      {isRounded && <p className="text-soft text-sm">{t("rules.dryRun.rounded")}</p>}
      {sample.length > 0 && <SampleList sample={sample} />}
    </div>
  );
};
