import {
  AlarmClock,
  CalendarClock,
  Check,
  ChevronDown,
  Clock3,
  MessageCircleX,
  SendHorizontal,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "#web/components/thread/use-zone.ts";
import { useFormat } from "#web/lib/format.ts";
import { DateTimeDialog } from "#web/screens/inbox/date-time-dialog.tsx";
import { timePresets } from "#web/screens/inbox/snooze-times.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

type SendControlsProps = {
  /** What the button says: send now, or when it will leave. */
  label: string;
  isReady: boolean;
  unlessAnswered: boolean;
  onUnlessAnswered: (value: boolean) => void;
  onSend: (options: { sendAt?: string; closes?: boolean }) => void;
};

/** Send, send later, and what else can be done with the message. */
export const SendControls = (props: SendControlsProps) => {
  const { label, isReady, unlessAnswered, onUnlessAnswered, onSend } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const [choosesTime, setChoosesTime] = useState(false);
  const later: MenuAction[] = [
    ...timePresets(Date.now(), zone).map(({ id, at }) => ({
      id,
      label: t(`inbox.preset.${id}`),
      detail: id === "later_today" ? format.time(at) : format.weekdayTime(at),
      icon: <AlarmClock aria-hidden="true" />,
      run: () => onSend({ sendAt: at }),
    })),
    {
      id: "choose",
      label: t("inbox.preset.choose"),
      icon: <CalendarClock aria-hidden="true" />,
      run: () => setChoosesTime(true),
    },
  ];
  const unless: MenuAction = {
    id: "unless",
    label: t("inbox.send.unless"),
    icon: <MessageCircleX aria-hidden="true" />,
    checked: unlessAnswered,
    staysOpen: true,
    run: () => onUnlessAnswered(!unlessAnswered),
  };
  return (
    <>
      <ActionMenu
        label={t("inbox.send.laterTitle")}
        trigger={
          <Button size="sm" disabled={!isReady} className="h-7 px-2 max-md:hidden">
            <Clock3 aria-hidden="true" />
            {t("inbox.send.later")}
          </Button>
        }
        actions={[...later, unless]}
      />
      <span className="flex">
        <Button
          variant="primary"
          size="sm"
          disabled={!isReady}
          onClick={() => onSend({})}
          className="h-9 rounded-r-none! border-r-0 px-2.5 sm:h-7"
        >
          <SendHorizontal aria-hidden="true" />
          {label}
          <span
            aria-hidden="true"
            className="rounded border border-current px-1 font-normal text-[11px] leading-4 opacity-80 max-md:hidden pointer-coarse:hidden"
          >
            {isApple ? "⌘↵" : "Ctrl ↵"}
          </span>
        </Button>
        <ActionMenu
          trigger={
            <Button
              variant="primary"
              size="icon"
              disabled={!isReady}
              aria-label={t("inbox.send.more")}
              className="h-9 w-8 rounded-l-none! border-l-on-sea/40 sm:h-7 sm:w-7"
            >
              <ChevronDown aria-hidden="true" />
            </Button>
          }
          actions={[
            {
              id: "close",
              label: t("inbox.send.close"),
              icon: <Check aria-hidden="true" />,
              run: () => onSend({ closes: true }),
            },
            ...later.map((action) => ({ ...action, label: t("inbox.send.at", { when: action.label }) })),
            unless,
          ]}
        />
      </span>
      {choosesTime && (
        <DateTimeDialog
          title={t("inbox.send.laterTitle")}
          confirm={t("inbox.send.plan")}
          onClose={() => setChoosesTime(false)}
          onChoose={(sendAt) => onSend({ sendAt })}
        />
      )}
    </>
  );
};
