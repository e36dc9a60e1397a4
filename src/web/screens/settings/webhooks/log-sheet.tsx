import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type EventDelivery,
  type EventSubscription,
  webhookLogFilters,
  webhooksApi,
} from "#contract/webhooks.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { deliveryTones } from "./delivery-tones.ts";
import { DeliveryView } from "./delivery-view.tsx";
import { eventTextKey } from "./event-texts.ts";

type LogFilter = (typeof webhookLogFilters)[number] | "all";

/** Deliveries end without a notification to browsers, because there may be thousands a second. */
const refreshMs = 3000;

const useLog = (id: string, filter: LogFilter) =>
  useInfiniteQuery({
    queryKey: ["", "api", "webhook-subscriptions", id, "deliveries", filter],
    queryFn: ({ pageParam }) =>
      callApi(webhooksApi.deliveries, {
        params: { id },
        query: {
          ...(filter === "all" ? {} : { state: filter }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
    meta: { topics: webhooksApi.deliveries.topics },
  });

const DeliveryRow = ({ delivery, onOpen }: { delivery: EventDelivery; onOpen: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { type, state, personName, attempts, nextAttemptAt, lastStatus, lastFailure, createdAt, isTest } =
    delivery;
  const details = [
    personName,
    attempts > 0 ? t("webhooks.attempts", { count: attempts }) : null,
    lastStatus === null ? null : t("webhooks.status", { status: lastStatus }),
    lastFailure && state !== "delivered" ? t(`webhooks.failure.${lastFailure}`) : null,
    nextAttemptAt ? t("webhooks.next", { date: format.dayTime(nextAttemptAt) }) : null,
  ];
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-5 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="truncate font-[540] text-sm">{t(eventTextKey(type))}</span>
          <Badge tone={deliveryTones[state]}>{t(`webhooks.delivery.${state}`)}</Badge>
          {isTest && <Badge>{t("webhooks.isTest")}</Badge>}
        </span>
        <span className="flex items-center gap-2 text-faint text-xs tabular-nums">
          <time dateTime={createdAt}>{format.dayTime(createdAt)}</time>
          <ChevronRight aria-hidden="true" className="size-4" />
        </span>
        <span className="col-span-2 truncate text-faint text-xs">{details.filter(Boolean).join(" · ")}</span>
      </button>
    </li>
  );
};

type LogSheetProps = { subscription: EventSubscription; onClose: () => void };

/** The log of a subscription, and one of its deliveries. */
export const LogSheet = ({ subscription, onClose }: LogSheetProps) => {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<LogFilter>("all");
  const [opened, setOpened] = useState<string>();
  const log = useLog(subscription.id, filter);
  const mayResend = useMay("integrations", "work");
  const resendAll = useApiMutation(webhooksApi.resendFailed);
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries);

  const resendFailed = async () => {
    try {
      const { count } = await resendAll.mutateAsync({ params: { id: subscription.id } });
      toast({ title: t("success.title"), description: t("webhooks.resentAll", { count }) });
    } catch (error) {
      toast({
        title: t("webhooks.resendFailed"),
        description: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  if (opened)
    return (
      <DeliveryView
        subscription={subscription}
        eventId={opened}
        onBack={() => setOpened(undefined)}
        onClose={onClose}
      />
    );
  return (
    <SideSheet title={t("webhooks.logOf", { name: subscription.name })} onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={t("webhooks.filter.label")}
          value={filter}
          onChange={setFilter}
          options={(["all", ...webhookLogFilters] as const).map((id) => ({
            id,
            label: t(`webhooks.filter.${id}`),
          }))}
        />
        {mayResend && subscription.givenUp > 0 && (
          <Button
            size="sm"
            className="ml-auto"
            disabled={resendAll.isPending}
            onClick={() => void resendFailed()}
          >
            {t("webhooks.resendAll")}
          </Button>
        )}
      </div>
      {deliveries && deliveries.length > 0 && (
        <ul className="-mx-5 divide-y divide-line border-line border-y">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.eventId}
              delivery={delivery}
              onOpen={() => setOpened(delivery.eventId)}
            />
          ))}
        </ul>
      )}
      {deliveries?.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title={t("webhooks.noDeliveries")}
          text={t("webhooks.noDeliveriesText")}
        />
      )}
      {log.error && !deliveries && (
        <ErrorCard
          title={t("error.load")}
          detail={serverMessage(log.error)}
          onRetry={() => void log.refetch()}
        />
      )}
      {!deliveries && !log.error && (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {log.hasNextPage && (
        <Button className="mt-4" disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t("webhooks.older")}
        </Button>
      )}
    </SideSheet>
  );
};
