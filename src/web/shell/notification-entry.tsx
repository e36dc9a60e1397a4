import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Notification } from "#contract/workspace.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge, useFormat } from "#web/lib/format.ts";

type NotificationEntryProps = { notification: Notification; onOpen: () => void };

export const NotificationEntry = ({ notification, onOpen }: NotificationEntryProps) => {
  const { t, i18n } = useTranslation();
  const age = useAge(notification.createdAt);
  const format = useFormat();
  const { kind, params, link, read } = notification;
  const words = i18n.exists(`notification.${kind}`, params)
    ? String(i18n.t(`notification.${kind}` as never, params as never))
    : kind;
  const content = (
    <>
      <span
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", read ? "bg-transparent" : "bg-beam")}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        {!read && <span className="sr-only">{`${t("notifications.unread")}: `}</span>}
        <span className={cn("block break-words text-sm", read ? "text-soft" : "text-ink")}>{words}</span>
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
  const look = "flex w-full gap-2.5 px-4 py-3 text-left focus-visible:-outline-offset-2";
  return (
    <li>
      {link ? (
        <Link href={link} onClick={onOpen} className={cn(look, "hover:bg-hover")}>
          {content}
        </Link>
      ) : read ? (
        <div className={look}>{content}</div>
      ) : (
        <button type="button" onClick={onOpen} className={cn(look, "hover:bg-hover")}>
          {content}
        </button>
      )}
    </li>
  );
};
