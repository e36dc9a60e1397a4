import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BroadcastCheck, BroadcastDetail } from "#contract/broadcasts.ts";
import { paceOf } from "#domain/broadcasts/pace.ts";
import { useGuardText } from "#web/screens/campaigns/broadcast/use-guard-text.ts";
import { Card } from "#web/ui/card.tsx";
import { BeforeCard } from "./before-card.tsx";
import { EachPersonCard } from "./each-person-card.tsx";
import { FateFigures } from "./fate-figures.tsx";
import { HoursCard } from "./hours-card.tsx";
import { LeaveOutCard } from "./leave-out-card.tsx";

type CheckBodyProps = {
  broadcast: BroadcastDetail;
  check: BroadcastCheck;
  /** Undefined where nothing can be changed any more. */
  onRecheck: ((isRechecked: boolean) => void) | undefined;
};

/** What the check says, from the figures down to each person. */
export const CheckBody = ({ broadcast, check, onRecheck }: CheckBodyProps) => {
  const { t } = useTranslation();
  const guardText = useGuardText(check.send + check.wait);
  return (
    <>
      <FateFigures check={check} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_364px]">
        <EachPersonCard broadcastId={broadcast.id} check={check} />
        <div className="grid min-w-0 gap-4">
          <LeaveOutCard broadcast={broadcast} onRecheck={onRecheck} />
          <HoursCard broadcast={broadcast} check={check} onRecheck={onRecheck} />
          <BeforeCard check={check} pace={paceOf(broadcast, check.send + check.wait)} />
          {broadcast.guard && (
            <Card
              title={
                <span className="flex items-center gap-2">
                  <ShieldCheck aria-hidden="true" className="size-4 text-soft" />
                  {t("campaigns.guard.title")}
                </span>
              }
            >
              <p className="text-sm text-soft">{guardText}</p>
            </Card>
          )}
        </div>
      </div>
    </>
  );
};
