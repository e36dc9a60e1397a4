import { Activity, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { LearnedScore } from "#contract/learning.ts";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { formatLoss, rarerOutcome, refusalText } from "./learning-text.ts";

type NoticeProps = { tone: "quiet" | "warn"; badge?: ReactNode; icon?: ReactNode; children: ReactNode };

const Notice = ({ tone, badge, icon, children }: NoticeProps) => (
  <div
    className={cn(
      "flex flex-wrap items-start gap-x-2.5 gap-y-1 rounded-lg px-3 py-2.5 text-sm",
      tone === "warn" ? "bg-warn-tint" : "bg-hover",
    )}
  >
    {icon && (
      <span className={cn("mt-0.5 [&_svg]:size-4", tone === "warn" ? "text-warn" : "text-soft")}>{icon}</span>
    )}
    {badge}
    <div className="grid min-w-0 flex-1 basis-60 gap-1">{children}</div>
  </div>
);

/** How far the history is from what a training needs, while the starting weights are in use. */
const HistoryNotice = ({ score }: { score: LearnedScore }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { name, history } = score;
  // Outcomes are counted by the training.
  if (history.people === 0 && score.lastRefusal === null)
    return (
      <Notice tone="quiet" icon={<Info aria-hidden="true" />}>
        <p className="font-[560]">{t("brain.history.none")}</p>
        <p className="text-soft">{t("brain.history.noneText")}</p>
      </Notice>
    );
  const have = rarerOutcome(history);
  const counts = { have: number(have), need: number(history.needed) };
  const isEnough = have >= history.needed;
  const title = t(isEnough ? "brain.history.enough" : "brain.history.notEnough", counts);
  return (
    <Notice tone="quiet" icon={<Info aria-hidden="true" />}>
      <p className="font-[560]">{title}</p>
      {!isEnough && (
        <>
          <ProgressBar label={title} value={have / history.needed} className="my-1 max-w-md bg-line" />
          <p className="text-soft">{t(`brain.history.notEnoughText.${name}`, counts)}</p>
        </>
      )}
      <p className="text-faint text-xs tabular-nums">
        {t(`brain.history.known.${name}`, {
          outcomes: number(history.outcomes),
          others: number(history.others),
        })}
      </p>
    </Notice>
  );
};

const RefusalNotice = ({ refusal }: { refusal: NonNullable<LearnedScore["lastRefusal"]> }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const { logLoss, otherLogLoss } = refusal;
  return (
    <Notice tone="quiet" icon={<Info aria-hidden="true" />}>
      <p>{t("brain.refusal.last", { reason: refusalText(t, refusal) })}</p>
      {logLoss !== undefined && otherLogLoss !== undefined && (
        <p className="text-faint text-xs">
          {t("brain.refusal.losses", {
            logLoss: formatLoss(numberLocale, logLoss),
            other: formatLoss(numberLocale, otherLogLoss),
          })}
        </p>
      )}
    </Notice>
  );
};

const driftTones = { none: "ok", watch: "warn", strong: "bad" } as const;

const DriftNotice = ({ drift }: { drift: NonNullable<LearnedScore["drift"]> }) => {
  const { t } = useTranslation();
  const { numberLocale, number, dayTime } = useFormat();
  const figures = { stability: formatLoss(numberLocale, drift.stability), at: dayTime(drift.checkedAt) };
  return (
    <Notice
      tone="quiet"
      badge={
        <Badge tone={driftTones[drift.level]} className="mt-px">
          <Activity aria-hidden="true" className="size-3" />
          {t(`brain.quality.drift.${drift.level}`)}
        </Badge>
      }
    >
      <p>{t(`brain.quality.driftText.${drift.level}`)}</p>
      <p className="text-soft text-xs tabular-nums">
        {drift.logLoss === null
          ? t("brain.quality.driftStability", figures)
          : t("brain.quality.driftFigures", {
              ...figures,
              logLoss: formatLoss(numberLocale, drift.logLoss),
              trained: formatLoss(numberLocale, drift.trainedLogLoss),
              count: drift.people,
              amount: number(drift.people),
            })}
      </p>
    </Notice>
  );
};

/** What the reader should know before trusting the figures. */
export const ModelNotices = ({ score }: { score: LearnedScore }) => {
  const { t, i18n } = useTranslation();
  const leaks = score.warnings.filter(({ code }) => code === "leak");
  const dropped = score.warnings.filter(({ code }) => code === "dropped");
  const { lastRefusal, drift, model, history } = score;
  // The progress of the history already says that there is too little of it.
  const showsRefusal = lastRefusal !== null && (model !== null || lastRefusal.code !== "not_enough_history");
  return (
    <>
      {model === null && <HistoryNotice score={score} />}
      {leaks.map(({ feature, auc }) => (
        <Notice
          key={feature}
          tone="warn"
          badge={
            <Badge tone="warn" className="mt-px ring-1 ring-warn/30">
              <TriangleAlert aria-hidden="true" className="size-3" />
              {t("brain.quality.leak")}
            </Badge>
          }
        >
          <p>
            {t("brain.quality.leakText", {
              feature: featureLabel(t, feature),
              amount: Math.round((auc ?? 1) * 100),
            })}
          </p>
        </Notice>
      ))}
      {drift && <DriftNotice drift={drift} />}
      {showsRefusal && <RefusalNotice refusal={lastRefusal} />}
      {history.basis === "so_far" && <p className="text-faint text-xs">{t("brain.history.so_far")}</p>}
      {dropped.length > 0 && (
        <p className="text-faint text-xs">
          {t("brain.quality.dropped", {
            count: dropped.length,
            features: new Intl.ListFormat(i18n.language).format(
              dropped.map(({ feature }) => featureLabel(t, feature)),
            ),
          })}
        </p>
      )}
    </>
  );
};
