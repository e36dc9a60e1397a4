import { CircleSlash, Eye, History, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Notice } from "#web/screens/campaigns/broadcast/notice.tsx";
import { PageHead, StepTrail } from "#web/screens/campaigns/broadcast/page-head.tsx";
import { useBroadcastAction } from "#web/screens/campaigns/broadcast/use-broadcast-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ApprovalNotice } from "./approval-notice.tsx";
import { CheckBody } from "./check-body.tsx";
import { SendBar } from "./send-bar.tsx";

type PreviewPageProps = {
  broadcast: BroadcastDetail;
  onWrite: () => void;
  /** Called when a change begins to be saved and checked, and when that is done. */
  onRecheck: (isRechecked: boolean) => void;
};

/** What would happen to each person. Nothing leaves whose fate was not shown here. */
export const PreviewPage = ({ broadcast, onWrite, onRecheck }: PreviewPageProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("rules", "work");
  const { run, isPending } = useBroadcastAction();
  const { check } = broadcast;
  const checkAgain = mayChange && (
    <Button disabled={isPending} onClick={() => void run("check", broadcast.id)}>
      <RefreshCw aria-hidden="true" />
      {t("campaigns.check.again")}
    </Button>
  );
  const reached = check ? check.send + check.wait : 0;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead broadcast={broadcast}>
        <StepTrail current="preview" />
      </PageHead>
      {!mayChange && (
        <Notice icon={Eye} tone="sea" title={t("campaigns.viewer.title")} text={t("campaigns.viewer.text")} />
      )}
      {check && broadcast.approval && <ApprovalNotice approval={broadcast.approval} people={reached} />}
      {check?.isComplete && check.isStale && (
        <Notice
          icon={History}
          tone="warn"
          title={t("campaigns.stale.title", { when: format.dateTime(check.at) })}
          text={t("campaigns.stale.text")}
          action={checkAgain}
        />
      )}
      {check?.isComplete && reached === 0 && (
        <Notice
          icon={CircleSlash}
          tone="bad"
          title={t("campaigns.send.nobody", { count: check.people, shown: format.number(check.people) })}
          text={t("campaigns.send.nobodyText")}
        />
      )}
      {check ? (
        <CheckBody broadcast={broadcast} check={check} onRecheck={mayChange ? onRecheck : undefined} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <p role="status" className="text-sm text-soft">
            {t("campaigns.check.begins")}
          </p>
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
      {mayChange && check && <SendBar broadcast={broadcast} check={check} onWrite={onWrite} />}
    </div>
  );
};
