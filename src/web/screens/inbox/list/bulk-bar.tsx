import { AlarmClock, Check, MailOpen, Route, UserRoundPlus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadChange } from "#contract/threads.ts";
import { StartSequenceDialog } from "#web/components/sequence/start-sequence-dialog.tsx";
import { useMay } from "#web/lib/session.ts";
import { DateTimeDialog } from "#web/screens/inbox/date-time-dialog.tsx";
import { useOwnerActions, useSnoozeActions } from "#web/screens/inbox/thread-menus.tsx";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

type BulkBarProps = {
  personIds: readonly string[];
  busy: boolean;
  onChange: (change: ThreadChange) => void;
  onClear: () => void;
};

/** What can be done with the selected conversations. */
export const BulkBar = ({ personIds, busy, onChange, onClear }: BulkBarProps) => {
  const { t } = useTranslation();
  const mayRun = useMay("rules", "work");
  const [isStarting, setIsStarting] = useState(false);
  const [choosesTime, setChoosesTime] = useState(false);
  const ownerActions = useOwnerActions(undefined, undefined, (to) => onChange({ kind: "assign", ...to }));
  const snoozeActions = useSnoozeActions(
    (until) => onChange({ kind: "snooze", until, wakesOnReply: true }),
    () => setChoosesTime(true),
  );
  const iconClass = "size-9 sm:size-8";
  return (
    <section
      aria-label={t("inbox.bulk.label")}
      className="flex shrink-0 items-center gap-1 border-line border-b bg-sea-tint px-3 py-2 text-sm"
    >
      <b aria-live="polite" className="mr-auto truncate font-[560] tabular-nums">
        {t("inbox.bulk.selected", { count: personIds.length })}
      </b>
      <Tooltip text={t("inbox.action.close")}>
        <Button
          size="icon"
          className={iconClass}
          disabled={busy}
          aria-label={t("inbox.action.close")}
          onClick={() => onChange({ kind: "close", how: "no_need" })}
        >
          <Check aria-hidden="true" />
        </Button>
      </Tooltip>
      <ActionMenu
        label={t("inbox.action.assign")}
        trigger={
          <Button size="icon" className={iconClass} disabled={busy} aria-label={t("inbox.action.assign")}>
            <UserRoundPlus aria-hidden="true" />
          </Button>
        }
        actions={ownerActions}
      />
      <ActionMenu
        label={t("inbox.action.snooze")}
        trigger={
          <Button size="icon" className={iconClass} disabled={busy} aria-label={t("inbox.action.snooze")}>
            <AlarmClock aria-hidden="true" />
          </Button>
        }
        actions={snoozeActions}
      />
      <Tooltip text={t("inbox.action.read")}>
        <Button
          size="icon"
          className={iconClass}
          disabled={busy}
          aria-label={t("inbox.action.read")}
          onClick={() => onChange({ kind: "read", read: true })}
        >
          <MailOpen aria-hidden="true" />
        </Button>
      </Tooltip>
      {mayRun && (
        <Tooltip text={t("sequence.start.these")}>
          <Button
            size="icon"
            className={iconClass}
            disabled={busy}
            aria-label={t("sequence.start.these")}
            onClick={() => setIsStarting(true)}
          >
            <Route aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      <Button
        size="icon"
        variant="ghost"
        className={iconClass}
        aria-label={t("inbox.bulk.clear")}
        onClick={onClear}
      >
        <X aria-hidden="true" />
      </Button>
      {isStarting && (
        <StartSequenceDialog
          personIds={personIds}
          onClose={(hasStarted) => {
            setIsStarting(false);
            if (hasStarted) onClear();
          }}
        />
      )}
      {choosesTime && (
        <DateTimeDialog
          title={t("inbox.snooze.title")}
          confirm={t("inbox.action.snooze")}
          onClose={() => setChoosesTime(false)}
          onChoose={(until) => onChange({ kind: "snooze", until, wakesOnReply: true })}
        />
      )}
    </section>
  );
};
