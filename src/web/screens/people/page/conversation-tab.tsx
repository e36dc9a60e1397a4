import { MessagesSquare, SendHorizontal } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { relativeDay } from "#web/components/thread/day-groups.ts";
import { ThreadEntry, ThreadSeparator } from "#web/components/thread/thread-entry.tsx";
import { buildThreadRows } from "#web/components/thread/thread-rows.ts";
import { useThreadItems } from "#web/components/thread/use-thread-items.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The conversation as the inbox has it, to read; answers are written in the inbox. */
export const ConversationTab = ({ personId, name }: { personId: string; name: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const [, navigate] = useLocation();
  const mayWrite = useMay("inbox", "work");
  const { items, hasOlder, isLoadingOlder, loadOlder, error, refetch } = useThreadItems(personId, undefined);
  const rows = useMemo(() => buildThreadRows(items ?? [], [], undefined, zone), [items, zone]);
  if (!items && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  const openInbox = () => navigate(`/inbox/${personId}`);
  return (
    <Card>
      {!items && (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="ml-auto h-12 w-2/3" />
          <Skeleton className="h-12 w-1/2" />
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState icon={MessagesSquare} title={t("inbox.item.none")} className="py-8" />
      )}
      <ol className="flex flex-col gap-2.5">
        {hasOlder && (
          <li className="self-center">
            <Button size="sm" variant="ghost" disabled={isLoadingOlder} onClick={loadOlder}>
              {t(isLoadingOlder ? "inbox.item.loadingOlder" : "inbox.item.older")}
            </Button>
          </li>
        )}
        {rows.map((row) => (
          <li key={row.key} className="flex min-w-0 flex-col">
            {row.kind === "day" && (
              <ThreadSeparator
                text={(() => {
                  const relative = relativeDay(row.date, Date.now(), zone);
                  return relative ? t(`inbox.day.${relative}`) : format.longDay(row.at);
                })()}
              />
            )}
            {row.kind === "item" && (
              // A message that was taken back is written anew in the inbox.
              <ThreadEntry item={row.item} name={name} withAddress={false} onUndone={openInbox} />
            )}
          </li>
        ))}
      </ol>
      <p className="mt-4 flex justify-end border-line border-t pt-3">
        <Button asChild variant={mayWrite ? "primary" : "secondary"}>
          <Link href={`/inbox/${personId}`}>
            <SendHorizontal aria-hidden="true" />
            {t(mayWrite ? "personPage.conversation.answer" : "personPage.conversation.open")}
          </Link>
        </Button>
      </p>
    </Card>
  );
};
