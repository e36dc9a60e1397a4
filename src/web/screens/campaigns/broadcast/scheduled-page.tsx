import { CalendarClock, CircleStop, Clock3, PenLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BroadcastDetail, broadcastsApi } from "#contract/broadcasts.ts";
import { ChooseTimeDialog } from "#web/components/thread/choose-time-dialog.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWhenText } from "#web/screens/campaigns/use-when-text.ts";
import { Button } from "#web/ui/button.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { Notice } from "./notice.tsx";
import { PageHead } from "./page-head.tsx";
import { CheckBody } from "./preview/check-body.tsx";
import { useBroadcastAction } from "./use-broadcast-action.ts";

/** Another time for all; local hours are each person's own. */
const ChangeTime = ({ broadcast: { id, name, when } }: { broadcast: BroadcastDetail }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync, isPending } = useApiMutation(broadcastsApi.move);
  if (when.kind !== "at") return null;
  const move = async (at: string) => {
    try {
      await mutateAsync({ params: { id }, body: { at } });
      setIsAsking(false);
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("campaigns.failed.move"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };
  return (
    <>
      <Button className="max-sm:flex-1" disabled={isPending} onClick={() => setIsAsking(true)}>
        <Clock3 aria-hidden="true" />
        {t("campaigns.scheduled.changeTime")}
      </Button>
      {isAsking && (
        <ChooseTimeDialog
          title={t("campaigns.calendar.moveTitle", { name })}
          confirm={t("campaigns.calendar.act.moveConfirm")}
          initial={when.at}
          onChoose={(at) => void move(at)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};

/** A confirmed broadcast before its time. */
export const ScheduledPage = ({ broadcast }: { broadcast: BroadcastDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const whenText = useWhenText();
  const mayChange = useMay("rules", "work");
  const [isCancelling, setIsCancelling] = useState(false);
  const { run, isPending } = useBroadcastAction();
  const { check, when } = broadcast;
  const reached = check ? check.send + check.wait : 0;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead broadcast={broadcast}>
        {mayChange && (
          <>
            <ChangeTime broadcast={broadcast} />
            <Button
              className="max-sm:flex-1"
              disabled={isPending}
              onClick={() => void run("unschedule", broadcast.id)}
            >
              <PenLine aria-hidden="true" />
              {t("campaigns.scheduled.change")}
            </Button>
            <Button className="max-sm:flex-1" onClick={() => setIsCancelling(true)}>
              <CircleStop aria-hidden="true" />
              {t("campaigns.cancel.button")}
            </Button>
          </>
        )}
      </PageHead>
      <Notice
        icon={CalendarClock}
        tone="sea"
        title={t("campaigns.scheduled.title", { when: whenText(when) })}
        text={t("campaigns.scheduled.text", { count: reached, shown: format.number(reached) })}
      />
      {check && <CheckBody broadcast={broadcast} check={check} onRecheck={undefined} />}
      {isCancelling && <CancelDialog broadcast={broadcast} onClose={() => setIsCancelling(false)} />}
    </div>
  );
};
