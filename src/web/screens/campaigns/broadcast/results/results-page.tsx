import { Copy, Inbox, Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { copyOfBroadcast } from "#domain/broadcasts/follow-up.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { DifferencesCard } from "#web/screens/campaigns/broadcast/differences-card.tsx";
import { Notice } from "#web/screens/campaigns/broadcast/notice.tsx";
import { PageHead } from "#web/screens/campaigns/broadcast/page-head.tsx";
import { PeopleCard } from "#web/screens/campaigns/broadcast/people-card.tsx";
import { GuardCard } from "#web/screens/campaigns/broadcast/running/guard-card.tsx";
import { ProgressCard } from "#web/screens/campaigns/broadcast/running/progress-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ComparedCard } from "./compared-card.tsx";
import { NextCard } from "./next-card.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { PlannedCard } from "./planned-card.tsx";
import { useFollowUp } from "./use-follow-up.ts";

/** What a broadcast brought that is over. */
export const ResultsPage = ({ broadcast }: { broadcast: BroadcastDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const mayChange = useMay("rules", "work");
  const { open, isPending } = useFollowUp();
  const { id, name, actions, state, actual, check, why, guard, startedAt, doneAt } = broadcast;
  const isCancelled = state === "cancelled";
  const reasons = [...new Set(why.map((reason) => reasonText(reason, wording).text))].join(". ");
  const texts = [startedAt, doneAt].flatMap((at) => (at ? [format.dateTime(at)] : []));
  const isOneDay = startedAt && doneAt && format.day(startedAt) === format.day(doneAt);
  const [first, last] = [...new Set(texts)];
  const span = [first, last && isOneDay ? format.time(doneAt) : last].filter(Boolean).join(" – ");
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead broadcast={broadcast} note={<p className="text-faint text-xs tabular-nums">{span}</p>}>
        {mayChange && (
          <Button
            className="max-sm:flex-1"
            disabled={isPending}
            onClick={() => void open(copyOfBroadcast(broadcast, t("campaigns.next.copyName", { name })))}
          >
            <Copy aria-hidden="true" />
            {t("campaigns.next.copy")}
          </Button>
        )}
        <Button asChild className="max-sm:flex-1">
          <Link href={`/inbox?broadcast=${broadcast.id}`}>
            <Inbox aria-hidden="true" />
            {t("campaigns.answers.open")}
          </Link>
        </Button>
      </PageHead>
      {(isCancelled || reasons !== "") && (
        <Notice
          icon={Info}
          tone={isCancelled ? "warn" : "sea"}
          title={reasons || t("campaigns.cancelled.title")}
          text={isCancelled && t("campaigns.cancelled.text")}
        />
      )}
      {actual ? (
        <>
          <ProgressCard actual={actual} isOver />
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_364px]">
            <div className="grid min-w-0 gap-4 max-xl:contents">
              <OutcomeCard actual={actual} hasEmail={actions.some(({ type }) => type === "email")} />
              {actual.compared && <ComparedCard compared={actual.compared} />}
              <PeopleCard broadcastId={id} className="max-xl:order-last" />
            </div>
            <div className="grid min-w-0 gap-4">
              {mayChange && <NextCard broadcast={broadcast} actual={actual} />}
              {check && <PlannedCard check={check} actual={actual} />}
              <DifferencesCard differences={actual.differences} />
              <GuardCard actual={actual} isOn={guard} isOver />
            </div>
          </div>
        </>
      ) : (
        <Card>
          <p className="text-sm text-soft">{t("campaigns.cancelled.nothing")}</p>
        </Card>
      )}
    </div>
  );
};
