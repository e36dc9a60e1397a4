import { CalendarClock, Ellipsis, Pause, SendHorizontal, SkipForward, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { deliveriesApi } from "#contract/deliveries.ts";
import type { PlanPerson } from "#contract/plan.ts";
import { useRunChange } from "#web/components/sequence/use-run-change.ts";
import { ChooseTimeDialog } from "#web/components/thread/choose-time-dialog.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";

/** Moves, sends and cancels a message, and says what came of it. */
const useMessageChange = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const move = useApiMutation(deliveriesApi.move);
  const cancel = useApiMutation(deliveriesApi.cancel);
  const report = async (call: Promise<unknown>, description: string) => {
    try {
      await call;
      toast({ title: t("success.title"), description });
    } catch (error) {
      const failed = t("campaigns.calendar.failed");
      toast({ title: t("error.title"), description: serverMessage(error) ?? failed, variant: "destructive" });
    }
  };
  return {
    moveTo: (id: string, at: string | null) =>
      report(
        move.mutateAsync({ params: { id }, body: { at } }),
        at === null
          ? t("campaigns.calendar.done.now")
          : t("campaigns.calendar.done.moved", { when: format.dayTime(at) }),
      ),
    cancel: (id: string) =>
      report(cancel.mutateAsync({ params: { id } }), t("campaigns.calendar.done.cancelled")),
  };
};

const usePersonActions = ({ actionId, runId, at }: PlanPerson, askTime: () => void): MenuAction[] => {
  const { t } = useTranslation();
  const mayWrite = useMay("inbox", "work");
  const mayRun = useMay("rules", "work");
  const message = useMessageChange();
  const { apply } = useRunChange();
  const timed = (now: () => void): MenuAction[] => [
    {
      id: "now",
      label: t("campaigns.calendar.act.now"),
      icon: <SendHorizontal aria-hidden="true" />,
      run: now,
    },
    {
      id: "move",
      label: t("campaigns.calendar.act.move"),
      icon: <CalendarClock aria-hidden="true" />,
      run: askTime,
    },
  ];
  if (actionId !== null)
    return mayWrite
      ? [
          ...timed(() => void message.moveTo(actionId, null)),
          {
            id: "cancel",
            label: t("campaigns.calendar.act.cancel"),
            icon: <X aria-hidden="true" />,
            danger: true,
            run: () => void message.cancel(actionId),
          },
        ]
      : [];
  if (runId === null || !mayRun) return [];
  return [
    // A step that is held without a time waits for its sequence.
    ...(at === null
      ? []
      : timed(() => void apply([runId], { kind: "wait", until: new Date().toISOString() }))),
    {
      id: "skip",
      label: t("sequence.act.skip"),
      icon: <SkipForward aria-hidden="true" />,
      run: () => void apply([runId], { kind: "skip" }),
    },
    ...(at === null
      ? []
      : [
          {
            id: "pause",
            label: t("sequence.act.pause"),
            icon: <Pause aria-hidden="true" />,
            run: () => void apply([runId], { kind: "pause" }),
          },
        ]),
  ];
};

/** A person of an item: when it leaves, why it waits, and what can be done about it. */
export const PlanPersonRow = ({ entry }: { entry: PlanPerson }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const [asksTime, setAsksTime] = useState(false);
  const { person, at, reasons, actionId, runId } = entry;
  const actions = usePersonActions(entry, () => setAsksTime(true));
  const message = useMessageChange();
  const { apply } = useRunChange();
  const name = person.name ?? t("people.unnamed");
  const why = [...new Set(reasons.map((reason) => reasonText(reason, wording).text))].join(". ");
  const choose = (until: string) => {
    if (actionId !== null) void message.moveTo(actionId, until);
    else if (runId !== null) void apply([runId], { kind: "wait", until });
  };
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2 text-sm">
      <div className="min-w-0">
        <Link
          href={`/people/${person.id}`}
          className="font-[560] wrap-anywhere hover:text-sea hover:underline"
        >
          {name}
        </Link>
        <p className="text-soft text-xs wrap-anywhere">
          {[at === null ? t("campaigns.calendar.noTime") : format.weekdayTime(at), why]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {actions.length > 0 && (
        <ActionMenu
          trigger={
            <Button size="icon" variant="ghost" aria-label={t("sequence.act.named", { name })}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
          actions={actions}
        />
      )}
      {asksTime && (
        <ChooseTimeDialog
          title={t("campaigns.calendar.moveTitle", { name })}
          confirm={t("campaigns.calendar.act.moveConfirm")}
          initial={at ?? new Date().toISOString()}
          onChoose={choose}
          onClose={() => setAsksTime(false)}
        />
      )}
    </li>
  );
};
