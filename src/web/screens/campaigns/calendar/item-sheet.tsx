import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { broadcastsApi } from "#contract/broadcasts.ts";
import type { PlanItem } from "#contract/plan.ts";
import { sequencePath } from "#web/components/rule/sequence-path.ts";
import { ChooseTimeDialog } from "#web/components/thread/choose-time-dialog.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { broadcastPath } from "#web/screens/campaigns/broadcast-path.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PlanPersonRow } from "./plan-person-row.tsx";
import { useItemText } from "./use-item-text.ts";
import { usePlanPeople } from "./use-plan.ts";

const ItemPeople = ({ item, ownerId }: { item: PlanItem; ownerId: string | undefined }) => {
  const { t } = useTranslation();
  const { people, error, refetch, hasMore, isLoadingMore, loadMore } = usePlanPeople(item, ownerId);
  if (error && !people)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  if (!people)
    return (
      <div aria-busy="true" className="grid gap-3 py-2">
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  if (people.length === 0)
    return (
      <p role="status" className="py-3 text-sm text-soft">
        {t("campaigns.calendar.gone")}
      </p>
    );
  return (
    <>
      <ul aria-label={t("campaigns.calendar.peopleLabel")} className="divide-y divide-line">
        {people.map((entry) => (
          <PlanPersonRow key={entry.actionId ?? entry.runId} entry={entry} />
        ))}
      </ul>
      {hasMore && (
        <Button size="sm" className="my-2 max-sm:h-9" disabled={isLoadingMore} onClick={loadMore}>
          {t(isLoadingMore ? "campaigns.loadingMore" : "campaigns.loadMore")}
        </Button>
      )}
    </>
  );
};

/** A broadcast that has not begun can begin at another time; its page has everything else. */
const BroadcastPart = ({ item, onClose }: { item: PlanItem; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("rules", "work");
  const [asksTime, setAsksTime] = useState(false);
  const { mutateAsync } = useApiMutation(broadcastsApi.move);
  const { rule, at } = item;
  if (!rule) return null;
  const isAhead = at !== null && Date.parse(at) > Date.now();
  const move = async (to: string) => {
    try {
      await mutateAsync({ params: { id: rule.id }, body: { at: to } });
      toast({
        title: t("success.title"),
        description: t("campaigns.calendar.done.moved", { when: format.dayTime(to) }),
      });
      onClose();
    } catch (error) {
      const failed = t("campaigns.calendar.failed");
      toast({ title: t("error.title"), description: serverMessage(error) ?? failed, variant: "destructive" });
    }
  };
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="text-soft">{t("campaigns.calendar.broadcastText")}</p>
      {isAhead && mayChange && (
        <Button onClick={() => setAsksTime(true)}>
          <CalendarClock aria-hidden="true" />
          {t("campaigns.calendar.act.move")}
        </Button>
      )}
      {asksTime && (
        <ChooseTimeDialog
          title={t("campaigns.calendar.moveTitle", { name: rule.name })}
          confirm={t("campaigns.calendar.act.moveConfirm")}
          initial={at ?? new Date().toISOString()}
          onChoose={(to) => void move(to)}
          onClose={() => setAsksTime(false)}
        />
      )}
    </div>
  );
};

type ItemSheetProps = { item: PlanItem; ownerId: string | undefined; onClose: () => void };

/** Who is behind an item of the plan, and what can be done about each. */
export const ItemSheet = ({ item, ownerId, onClose }: ItemSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const textOf = useItemText();
  const { title, what, why } = textOf(item);
  const { rule, at, kind } = item;
  const when = at === null ? t("campaigns.calendar.noTime") : format.weekdayTime(at);
  return (
    <SideSheet title={title} caption={[when, what, why].filter(Boolean).join(" · ")} onClose={onClose}>
      <div className="grid gap-3">
        {rule && (
          <Link
            href={rule.isBroadcast ? broadcastPath(rule.id) : sequencePath(rule.id)}
            className="justify-self-start text-sea text-sm hover:underline"
          >
            {t(rule.isBroadcast ? "campaigns.calendar.openBroadcast" : "campaigns.calendar.openRule")}
          </Link>
        )}
        {kind === "broadcast" ? (
          <BroadcastPart item={item} onClose={onClose} />
        ) : (
          <ItemPeople item={item} ownerId={ownerId} />
        )}
      </div>
    </SideSheet>
  );
};
