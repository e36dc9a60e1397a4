import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { memo, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { withTexts } from "#web/lib/with-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const NotificationList = lazyPart(
  withTexts(async () => (await import("./notification-list.tsx")).NotificationList),
);
export const loadNotificationList = NotificationList.load;

const maxShownCount = 99;

export const Notifications = memo(() => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(apiQuery(firstRoutes.notifications));
  const unread = data?.unread ?? 0;

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("notifications.title")}
      trigger={
        <Button
          size="icon"
          className="relative text-soft"
          aria-label={unread > 0 ? t("notifications.openUnread", { count: unread }) : t("notifications.open")}
        >
          <Bell aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute -top-1.5 -right-1.5 min-w-4.5 rounded-full bg-bad px-1 text-center font-[600] text-[10px] text-on-bad leading-4.5 ring-2 ring-bg"
            >
              {unread > maxShownCount ? `${maxShownCount}+` : unread}
            </span>
          )}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="m-4 h-24" />}>
        <NotificationList onClose={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
});
