import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Notification } from "#contract/workspace.ts";
import { channels } from "#domain/channels/channel.ts";
import { alarmSteps } from "#domain/integrations/alarm-step.ts";
import { workKinds } from "#domain/integrations/integration-work.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";

type NotificationEntryProps = { notification: Notification; onOpen: () => void };

const NotificationEntry = ({ notification, onOpen }: NotificationEntryProps) => {
  const { t, i18n } = useTranslation();
  const age = useAge(notification.createdAt);
  const format = useFormat();
  const { kind, params, link, read } = notification;
  const channel = channels.find((each) => each === params.channel);
  const values = { ...params, ...(channel ? { channel: t(`reasons.channel.${channel}`) } : {}) };
  const text = i18n.exists(`notification.${kind}`, values)
    ? String(i18n.t(`notification.${kind}` as never, values as never))
    : kind;
  const work = workKinds.find((each) => each === params.work);
  const step = alarmSteps.find((each) => each === params.step);
  const content = (
    <>
      <span
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", read ? "bg-transparent" : "bg-beam")}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        {!read && <span className="sr-only">{`${t("notifications.unread")}: `}</span>}
        <span className={cn("block break-words text-sm", read ? "text-soft" : "text-ink")}>
          {params.simulated === 1 && <Badge tone="warn">{t("simulated.label")}</Badge>} {text}
        </span>
        {(work || step) && (
          <span className="mt-0.5 block break-words text-soft text-xs">
            {work && t("notificationStep.failed", { what: t(`workIntegration.failures.kind.${work}`) })}{" "}
            {step && t(`notificationStep.${step}`)}
          </span>
        )}
        <time
          dateTime={notification.createdAt}
          title={format.dateTime(notification.createdAt)}
          className="text-faint text-xs"
        >
          {age}
        </time>
      </span>
    </>
  );
  const entryClass = "flex w-full gap-2.5 px-4 py-3 text-left focus-visible:-outline-offset-2";
  return (
    <li>
      {link ? (
        <Link href={link} onClick={onOpen} className={cn(entryClass, "hover:bg-hover")}>
          {content}
        </Link>
      ) : read ? (
        <div className={entryClass}>{content}</div>
      ) : (
        <button type="button" onClick={onOpen} className={cn(entryClass, "hover:bg-hover")}>
          {content}
        </button>
      )}
    </li>
  );
};

/** What the panel of notifications contains. */
export const NotificationList = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(firstRoutes.notifications));
  const markRead = useApiMutation(firstRoutes.readNotifications);
  const read = (ids?: string[]) =>
    markRead.mutate(
      { body: ids ? { ids } : {} },
      {
        onError: (failure) =>
          toast({
            title: t("error.title"),
            description: serverMessage(failure) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );

  return (
    <>
      <div className="flex h-12 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 className="font-[620] text-sm">{t("notifications.title")}</h2>
        {data && data.unread > 0 && (
          <Button variant="ghost" size="sm" disabled={markRead.isPending} onClick={() => read()}>
            {t("notifications.markAll")}
          </Button>
        )}
      </div>
      <div className="max-h-[min(440px,60dvh)] overflow-y-auto">
        {error && !data && (
          <div className="p-3">
            <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
          </div>
        )}
        {data?.notifications.length === 0 && (
          <EmptyState
            icon={Bell}
            title={t("notifications.empty")}
            text={t("notifications.emptyText")}
            className="py-10"
          />
        )}
        <ul className="divide-y divide-line">
          {data?.notifications.map((notification) => (
            <NotificationEntry
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (!notification.read) read([notification.id]);
                if (notification.link) onClose();
              }}
            />
          ))}
        </ul>
      </div>
    </>
  );
};
