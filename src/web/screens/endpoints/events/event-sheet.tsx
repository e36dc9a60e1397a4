import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { eventsApi } from "#contract/events.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { eventTones } from "#web/screens/endpoints/endpoint-tones.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EventDetail } from "./event-detail.tsx";

type EventSheetProps = { id: string; onClose: () => void; onOpen: (id: string) => void };

export const EventSheet = ({ id, onClose, onOpen }: EventSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayReplay = useMay("endpoints", "work");
  const { data, error, refetch } = useQuery(apiQuery(eventsApi.get, { params: { id } }));
  const replay = useApiMutation(eventsApi.replay);

  const replayEvent = async (endpointId: string) => {
    try {
      await replay.mutateAsync({ params: { id: endpointId }, body: { ids: [id], count: 1 } });
      toast({ title: t("success.title"), description: t("endpoints.detail.replayed") });
    } catch (failure) {
      const failed = t("endpoints.detail.replayFailed");
      const message = serverMessage(failure);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
  };

  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <SideSheet
      onClose={onClose}
      title={data?.eventType ? eventName(data.eventType, currentLanguage()) : t("endpoints.detail.title")}
      caption={
        data && (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={eventTones[data.status]}>{t(`endpoints.event.statuses.${data.status}`)}</Badge>
            <time dateTime={data.createdAt}>
              {t("endpoints.detail.received", { time: format.dateTime(data.createdAt) })}
            </time>
          </span>
        )
      }
      footer={
        data &&
        mayReplay && (
          <Button disabled={replay.isPending} onClick={() => void replayEvent(data.endpointId)}>
            <RotateCcw aria-hidden="true" />
            {t("endpoints.detail.replay")}
          </Button>
        )
      }
    >
      {data ? (
        <EventDetail event={data} onOpen={onOpen} />
      ) : error ? (
        <ErrorCard
          title={t(isGone ? "endpoints.detail.gone" : "error.load")}
          detail={isGone ? undefined : serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      )}
    </SideSheet>
  );
};
