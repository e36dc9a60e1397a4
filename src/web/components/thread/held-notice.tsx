import { Clock3, Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import { deliveriesApi } from "#contract/deliveries.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWording } from "#web/lib/use-wording.ts";

type Outbound = Extract<ThreadItem, { kind: "outbound" }>;

/** A Spanish time already ends with a full stop. */
const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Cancels a message that has not left. */
export const useCancelMessage = () => {
  const { t } = useTranslation();
  const cancel = useApiMutation(deliveriesApi.cancel);
  return async (id: string): Promise<boolean> => {
    try {
      await cancel.mutateAsync({ params: { id } });
      return true;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("reasons.delivery.failed"),
        variant: "destructive",
      });
      return false;
    }
  };
};

type HeldNoticeProps = { item: Outbound; onWhy: () => void; onUndone: (item: Outbound) => void };

/** When a waiting message leaves and why not before, with what can be done about it. */
export const HeldNotice = ({ item, onWhy, onUndone }: HeldNoticeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const mayChange = useMay("inbox", "work");
  const cancelMessage = useCancelMessage();
  const { delivery, undoUntil, sendAt, unlessAnswered } = item;
  const secondsLeft = useClockText((now) =>
    undoUntil === null ? "" : String(Math.max(0, Math.ceil((Date.parse(undoUntil) - now) / 1000))),
  );
  const isLeaving = undoUntil !== null && sendAt === null && delivery.status === "pending";
  const linkClass = "font-[540] text-sea hover:underline max-sm:min-h-9";

  if (isLeaving)
    return (
      <p className="mx-0.5 mt-1 flex items-center gap-2 text-[11.5px] text-faint leading-4">
        <Send aria-hidden="true" className="size-3.5" />
        {secondsLeft === "0" ? t("inbox.held.leavingNow") : t("inbox.held.leaving", { seconds: secondsLeft })}
        {mayChange && secondsLeft !== "0" && (
          <button
            type="button"
            className={linkClass}
            onClick={async () => {
              if (await cancelMessage(delivery.id)) onUndone(item);
            }}
          >
            {t("inbox.undo")}
          </button>
        )}
      </p>
    );

  const at = delivery.notBefore ?? sendAt;
  const isPlanned = sendAt !== null && delivery.status === "pending";
  const reasons = [...new Set(delivery.reasons.map((reason) => reasonText(reason, wording).text))];
  return (
    <div className="mt-1 flex w-full gap-2.5 rounded-[10px] bg-warn-tint px-3 py-2 text-[12.5px] leading-[18px]">
      <Clock3 aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <b className="font-[560]">
          {at === null
            ? t("inbox.held.open")
            : endSentence(
                t(isPlanned ? "inbox.held.planned" : "inbox.held.until", {
                  at: `${format.weekday(at)}, ${format.dayTime(at)}`,
                }),
              )}
        </b>{" "}
        {reasons.map(endSentence).join(" ")}
        {unlessAnswered && ` ${t("inbox.held.unless")}`}
        <p className="mt-0.5 flex flex-wrap gap-x-3.5">
          <button type="button" onClick={onWhy} className={linkClass}>
            {t("inbox.held.why")}
          </button>
          {mayChange && (
            <>
              {item.sentBy && (
                <button
                  type="button"
                  className={linkClass}
                  onClick={async () => {
                    if (await cancelMessage(delivery.id)) onUndone(item);
                  }}
                >
                  {t("inbox.held.edit")}
                </button>
              )}
              <button type="button" onClick={() => void cancelMessage(delivery.id)} className={linkClass}>
                {t("inbox.held.cancel")}
              </button>
            </>
          )}
        </p>
      </div>
    </div>
  );
};
