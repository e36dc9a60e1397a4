import { MailQuestion, Shuffle } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastActual, BroadcastDetail } from "#contract/broadcasts.ts";
import { followUpOf } from "#domain/broadcasts/follow-up.ts";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { OtherChannelDialog } from "./other-channel-dialog.tsx";
import { useFollowUp } from "./use-follow-up.ts";

type NextCardProps = { broadcast: BroadcastDetail; actual: BroadcastActual };

/** Drafts to those whom the broadcast did not bring to answer, or did not reach. Nothing is sent from here. */
export const NextCard = ({ broadcast, actual }: NextCardProps) => {
  const { t } = useTranslation();
  const { open, isPending } = useFollowUp();
  const [asksChannel, setAsksChannel] = useState(false);
  const hasUnanswered = leftOf(actual) > 0;
  if (!hasUnanswered && actual.failed === 0) return null;
  const name = t("campaigns.next.unansweredName", { name: broadcast.name });
  return (
    <Card title={t("campaigns.next.title")} caption={t("campaigns.next.caption")}>
      <div className="grid gap-2">
        {hasUnanswered && (
          <Button
            disabled={isPending}
            className="h-auto min-h-9 justify-start py-1.5 text-left whitespace-normal"
            onClick={() => void open(followUpOf(broadcast, { kind: "unanswered", name }))}
          >
            <MailQuestion aria-hidden="true" />
            {t("campaigns.next.unanswered")}
          </Button>
        )}
        {actual.failed > 0 && (
          <Button
            disabled={isPending}
            className="h-auto min-h-9 justify-start py-1.5 text-left whitespace-normal"
            onClick={() => setAsksChannel(true)}
          >
            <Shuffle aria-hidden="true" />
            {t("campaigns.next.failed")}
          </Button>
        )}
      </div>
      {asksChannel && <OtherChannelDialog broadcast={broadcast} onClose={() => setAsksChannel(false)} />}
    </Card>
  );
};
