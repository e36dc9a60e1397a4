import { CalendarClock, CircleStop } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWhenText } from "#web/screens/campaigns/use-when-text.ts";
import { Button } from "#web/ui/button.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { Notice } from "./notice.tsx";
import { PageHead } from "./page-head.tsx";
import { CheckBody } from "./preview/check-body.tsx";

/** A confirmed broadcast before its time. */
export const ScheduledPage = ({ broadcast }: { broadcast: BroadcastDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const whenText = useWhenText();
  const mayChange = useMay("rules", "work");
  const [isCancelling, setIsCancelling] = useState(false);
  const { check, when } = broadcast;
  const reached = check ? check.send + check.wait : 0;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead broadcast={broadcast}>
        {mayChange && (
          <Button className="max-sm:flex-1" onClick={() => setIsCancelling(true)}>
            <CircleStop aria-hidden="true" />
            {t("campaigns.cancel.button")}
          </Button>
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
