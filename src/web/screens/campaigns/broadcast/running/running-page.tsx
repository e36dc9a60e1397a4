import { CircleStop, Eye, Inbox, Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { sharePercent } from "#domain/broadcasts/guard.ts";
import { paceOf } from "#domain/broadcasts/pace.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { ActionBar } from "#web/screens/campaigns/broadcast/action-bar.tsx";
import { CancelDialog } from "#web/screens/campaigns/broadcast/cancel-dialog.tsx";
import { DifferencesCard } from "#web/screens/campaigns/broadcast/differences-card.tsx";
import { Notice } from "#web/screens/campaigns/broadcast/notice.tsx";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { PageHead } from "#web/screens/campaigns/broadcast/page-head.tsx";
import { PeopleCard } from "#web/screens/campaigns/broadcast/people-card.tsx";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { useBroadcastAction } from "#web/screens/campaigns/broadcast/use-broadcast-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GuardCard } from "./guard-card.tsx";
import { MinuteChart } from "./minute-chart.tsx";
import { ProgressCard } from "./progress-card.tsx";
import { usePauseKey } from "./use-pause-key.ts";

type DetailProps = { broadcast: BroadcastDetail };

/** Why it rests: by hand, by the guard, or to look at the first part. */
const WhyNotice = ({ broadcast: { state, why } }: DetailProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const isPaused = state === "paused";
  if (why.length === 0 && !isPaused) return null;
  const texts = [...new Set(why.map((reason) => reasonText(reason, wording).text))];
  return (
    <Notice
      icon={isPaused ? Pause : Eye}
      tone={isPaused ? "warn" : "sea"}
      title={texts.join(". ") || t("campaigns.paused.title")}
      text={isPaused && t("campaigns.paused.text")}
    />
  );
};

const AnswersCard = ({ broadcast: { actual, check } }: DetailProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (!actual) return null;
  const dollars = (amount: number) => formatDollars(amount, format.numberLocale);
  const spent = actual.cost;
  const planned = check?.cost ?? null;
  const percent = sharePercent(actual.answered, leftOf(actual));
  const shown = format.number(actual.answered);
  return (
    <Card title={t("campaigns.answers.title")}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-[660] text-2xl leading-8 tracking-tight tabular-nums">
          {actual.answered === 0 ? (
            shown
          ) : (
            <PeopleButton
              title={`${t("campaigns.answers.title")}: ${shown}`}
              filter={{ outcome: "answered" }}
            >
              {shown}
            </PeopleButton>
          )}
        </span>
        <span className="text-sm text-soft tabular-nums">
          {t("campaigns.answers.share", { percent: format.number(percent) })}
        </span>
      </p>
      {planned !== null && (
        <p className="mt-3 border-line border-t pt-2.5 text-sm text-soft tabular-nums">
          {spent === null
            ? t("campaigns.answers.planned", { planned: dollars(planned) })
            : t("campaigns.answers.cost", { spent: dollars(spent), planned: dollars(planned) })}
        </p>
      )}
    </Card>
  );
};

/** A broadcast on its way: how far, how fast, and whether something goes wrong. */
export const RunningPage = ({ broadcast }: DetailProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  const { run, isPending } = useBroadcastAction();
  const [isCancelling, setIsCancelling] = useState(false);
  const { id, state, actual, guard } = broadcast;
  const isPaused = state === "paused";
  const toggle = () => void run(isPaused ? "resume" : "pause", id);
  usePauseKey(mayChange && !isPending ? toggle : undefined);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead broadcast={broadcast}>
        {mayChange && (
          <>
            <Button className="max-sm:flex-1" disabled={isPending} onClick={toggle}>
              {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
              {t(isPaused ? "campaigns.resume" : "campaigns.pause")}
              <Kbd className="max-sm:hidden pointer-coarse:hidden">{t("campaigns.space")}</Kbd>
            </Button>
            <Button className="max-sm:flex-1" onClick={() => setIsCancelling(true)}>
              <CircleStop aria-hidden="true" />
              {t("campaigns.cancel.button")}
            </Button>
          </>
        )}
      </PageHead>
      <WhyNotice broadcast={broadcast} />
      {actual ? (
        <>
          <ProgressCard actual={actual} />
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_364px]">
            <div className="grid min-w-0 gap-4 max-xl:contents">
              <MinuteChart perMinute={actual.perMinute} perMinuteLimit={paceOf(broadcast, actual.people)} />
              <PeopleCard broadcastId={id} className="max-xl:order-last" />
            </div>
            <div className="grid min-w-0 gap-4">
              <GuardCard actual={actual} isOn={guard} />
              <AnswersCard broadcast={broadcast} />
              <DifferencesCard differences={actual.differences} />
            </div>
          </div>
        </>
      ) : (
        <Skeleton className="h-32 rounded-card" />
      )}
      <ActionBar
        className="max-sm:static"
        note={t(isPaused ? "campaigns.paused.note" : "campaigns.running.note")}
      >
        <Button asChild className="max-sm:flex-1">
          <Link href={`/inbox?broadcast=${id}`}>
            <Inbox aria-hidden="true" />
            {t("campaigns.answers.open")}
          </Link>
        </Button>
      </ActionBar>
      {isCancelling && <CancelDialog broadcast={broadcast} onClose={() => setIsCancelling(false)} />}
    </div>
  );
};
