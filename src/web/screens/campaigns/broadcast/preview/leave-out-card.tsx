import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { type BroadcastLeaveOut, broadcastLeaveOuts } from "#domain/broadcasts/broadcast.ts";
import { useFormat } from "#web/lib/format.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useRecheck } from "./use-recheck.ts";

const countNames = {
  in_sequence: "inSequence",
  written_today: "writtenToday",
  open_conversation: "openConversation",
} as const satisfies Record<BroadcastLeaveOut, string>;

/** The first reason of people who are skipped. */
const codes = {
  in_sequence: "broadcast_in_sequence",
  written_today: "broadcast_written_today",
  open_conversation: "broadcast_open_conversation",
} as const satisfies Record<BroadcastLeaveOut, string>;

type LeaveOutCardProps = {
  broadcast: BroadcastDetail;
  /** Undefined where nothing can be changed any more. */
  onRecheck: ((isRechecked: boolean) => void) | undefined;
};

/** People who can be skipped with one press. A change is saved and checked again. */
export const LeaveOutCard = ({ broadcast, onRecheck }: LeaveOutCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, check, leaveOut } = broadcast;
  const { change, isBusy } = useRecheck(id, onRecheck);
  if (!check) return null;

  const toggle = (choice: BroadcastLeaveOut) => {
    const next = leaveOut.includes(choice)
      ? leaveOut.filter((each) => each !== choice)
      : [...leaveOut, choice];
    return change({ leaveOut: next });
  };

  return (
    <Card title={t("campaigns.leaveOut.title")}>
      <ul className="grid gap-2.5">
        {broadcastLeaveOuts.map((choice) => {
          const isSkipped = leaveOut.includes(choice);
          const count = check[countNames[choice]];
          const skipped = check.groups
            .filter(({ code }) => code === codes[choice])
            .reduce((sum, group) => sum + group.count, 0);
          const shown = isSkipped ? skipped : count;
          return (
            <li key={choice} className="flex min-h-6 items-center gap-2.5 text-sm">
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button inside the label */}
              <label className="flex min-w-0 flex-1 items-center gap-2.5 py-1">
                <Switch
                  checked={isSkipped}
                  disabled={!onRecheck || isBusy}
                  onCheckedChange={() => void toggle(choice)}
                  aria-label={t(`campaigns.leaveOut.${choice}`)}
                />
                {t(`campaigns.leaveOut.${choice}`)}
              </label>
              {shown === 0 ? (
                <span className="font-[600] tabular-nums">{format.number(shown)}</span>
              ) : (
                <PeopleButton
                  title={t(`campaigns.leaveOut.${choice}`)}
                  filter={isSkipped ? { ruling: "stop", code: codes[choice] } : { leaveOut: choice }}
                  className="font-[600] tabular-nums"
                >
                  {format.number(shown)}
                </PeopleButton>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
