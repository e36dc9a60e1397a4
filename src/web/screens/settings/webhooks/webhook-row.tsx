import { Ellipsis, KeyRound, Pause, Pencil, Play, Send, Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { EventSubscription } from "#contract/webhooks.ts";
import { Sparkline } from "#web/components/chart/sparkline.tsx";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";

export type WebhookAction = "edit" | "test" | "log" | "rotate" | "remove" | "pause" | "resume";

type WebhookRowProps = {
  subscription: EventSubscription;
  isBusy: boolean;
  onAction: (action: WebhookAction) => void;
};

const stateOf = ({ state, failingSince }: EventSubscription) => {
  if (state === "paused") return "paused";
  return failingSince ? "failing" : "active";
};
const tones = { active: "ok", failing: "warn", paused: "bad" } as const;

/** Counted up to this many. */
const mostCounted = 1000;

const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg bg-warn-tint px-3 py-2 text-sm">
    <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
    <p className="min-w-0 flex-1 basis-48">{children}</p>
    {action}
  </div>
);

/** Why nothing is sent, with what ends it. */
const StateNotice = ({ subscription, isBusy, onAction }: WebhookRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayOperate = useMay("integrations", "work");
  const { pauseReason, pausedAt, failingSince } = subscription;
  if (pauseReason && pausedAt)
    return (
      <Notice
        action={
          mayOperate && (
            <Button size="sm" disabled={isBusy} onClick={() => onAction("resume")}>
              <Play aria-hidden="true" />
              {t("webhooks.resume")}
            </Button>
          )
        }
      >
        {t(`webhooks.paused.${pauseReason}`, { date: format.dateTime(pausedAt) })}. {t("webhooks.waits")}
      </Notice>
    );
  if (!failingSince) return null;
  return <Notice>{t("webhooks.failingSince", { date: format.dateTime(failingSince) })}</Notice>;
};

const useCountText = () => {
  const format = useFormat();
  return (count: number): string =>
    count >= mostCounted ? `${format.number(mostCounted)}+` : format.number(count);
};

/** One subscription: where it goes, how it does, and what can be done with it. */
export const WebhookRow = (props: WebhookRowProps) => {
  const { subscription, isBusy, onAction } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const countText = useCountText();
  const isAdmin = useMay("integrations", "manage");
  const mayOperate = useMay("integrations", "work");
  const { name, url, events, audience, lastDay, hourly, waiting, givenUp, previousSecretUntil } =
    subscription;
  const state = stateOf(subscription);
  const lastDayText = t("webhooks.lastDay", {
    delivered: format.number(lastDay.delivered),
    failed: format.number(lastDay.failed),
  });
  const details = [
    t("webhooks.eventCount", { count: events.length }),
    audience ? t("webhooks.filtered") : null,
    waiting > 0 ? t("webhooks.waitingCount", { count: waiting, shown: countText(waiting) }) : null,
    givenUp > 0 ? t("webhooks.givenUpCount", { count: givenUp, shown: countText(givenUp) }) : null,
    previousSecretUntil ? t("webhooks.rotating", { date: format.dateTime(previousSecretUntil) }) : null,
  ];
  const actions = [
    ...(isAdmin
      ? [{ id: "edit" as const, label: t("action.edit"), icon: <Pencil aria-hidden="true" /> }]
      : []),
    ...(mayOperate && subscription.state === "active"
      ? [{ id: "pause" as const, label: t("webhooks.pause"), icon: <Pause aria-hidden="true" /> }]
      : []),
    ...(isAdmin
      ? [
          { id: "rotate" as const, label: t("webhooks.rotate"), icon: <KeyRound aria-hidden="true" /> },
          {
            id: "remove" as const,
            label: t("webhooks.remove"),
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
          },
        ]
      : []),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <p className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <Badge tone={tones[state]}>{t(`webhooks.state.${state}`)}</Badge>
          </p>
          <p className="truncate font-mono text-faint text-xs" title={url}>
            {url}
          </p>
          <p className="text-faint text-xs leading-[17px]">{details.filter(Boolean).join(" · ")}</p>
        </div>
        <div className="flex items-center gap-3">
          <Sparkline values={hourly} />
          <p title={lastDayText} className="text-xs leading-4 tabular-nums">
            <span aria-hidden="true">
              <span className={lastDay.delivered > 0 ? "text-ok" : "text-faint"}>
                {format.number(lastDay.delivered)}
              </span>
              <span className="text-faint"> / </span>
              <span className={lastDay.failed > 0 ? "text-bad" : "text-faint"}>
                {format.number(lastDay.failed)}
              </span>
            </span>
            <span className="sr-only">{lastDayText}</span>
          </p>
        </div>
        <span className="flex gap-2 max-sm:w-full">
          <Button
            size="sm"
            disabled={isBusy}
            onClick={() => onAction("log")}
            aria-label={t("webhooks.logOf", { name })}
          >
            {t("webhooks.log")}
          </Button>
          {mayOperate && (
            <Button size="sm" disabled={isBusy} onClick={() => onAction("test")}>
              <Send aria-hidden="true" />
              {t("webhooks.test")}
            </Button>
          )}
          {actions.length > 0 && (
            <ActionMenu
              trigger={
                <Button
                  size="sm"
                  variant="ghost"
                  className="max-sm:ml-auto"
                  aria-label={t("webhooks.more", { name })}
                >
                  <Ellipsis aria-hidden="true" />
                </Button>
              }
              actions={actions.map(({ id, ...action }) => ({ id, ...action, run: () => onAction(id) }))}
            />
          )}
        </span>
      </div>
      <StateNotice {...props} />
    </li>
  );
};
