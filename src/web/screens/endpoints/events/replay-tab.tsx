import { RotateCcw } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { type EventSelection, eventsApi } from "#contract/events.ts";
import { validationStatuses } from "#domain/ingestion/event.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import type { EventFilter, SetEndpointView } from "#web/screens/endpoints/use-endpoint-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { isOrdered, toTimeBounds, toTimeRangeParams } from "./time-range.ts";
import { TimeRangeFields } from "./time-range-fields.tsx";

type ReplayCount = { selection: EventSelection; count: number; changed: boolean };

/** Counts the selection, then replays it. The server refuses with 409 when the count has changed. */
const useReplay = (endpointId: string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counter = useApiMutation(eventsApi.countReplay);
  const runner = useApiMutation(eventsApi.replay);
  const [counted, setCounted] = useState<ReplayCount>();
  const [started, setStarted] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const params = { id: endpointId };

  const reset = useCallback(() => {
    setCounted(undefined);
    setRefusal(undefined);
    setStarted(undefined);
  }, []);

  const countEvents = async (selection: EventSelection, changed: boolean) => {
    try {
      const { count } = await counter.mutateAsync({ params, body: selection });
      setCounted({ selection, count, changed });
    } catch (error) {
      setCounted(undefined);
      setRefusal(serverMessage(error) ?? t("endpoints.replay.failed"));
    }
  };

  const run = async () => {
    if (!counted) return;
    setRefusal(undefined);
    const { selection, count } = counted;
    try {
      const result = await runner.mutateAsync({ params, body: { ...selection, count } });
      setCounted(undefined);
      setStarted(result.count);
      toast({
        title: t("success.title"),
        description: t("endpoints.replay.started", {
          count: result.count,
          shown: format.number(result.count),
        }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return countEvents(selection, true);
      const failed = t("endpoints.replay.failed");
      setRefusal(serverMessage(error) ?? failed);
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
    }
  };

  return {
    counted,
    started,
    refusal,
    reset,
    counting: counter.isPending,
    running: runner.isPending,
    count: (selection: EventSelection) => {
      reset();
      return countEvents(selection, false);
    },
    run,
  };
};

type ReplayTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  setView: SetEndpointView;
  onShowEvents: () => void;
};

export const ReplayTab = ({ endpoint, filter: { status, range }, setView, onShowEvents }: ReplayTabProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const replay = useReplay(endpoint.id);
  const { counted, reset } = replay;
  // A count is valid only for the selection it was made with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes
  useEffect(() => reset(), [status, range, reset]);
  const countValues = (count: number) => ({ count, shown: format.number(count) });

  return (
    <Card title={t("endpoints.tab.replay")}>
      <div className="grid max-w-3xl gap-4">
        <p className="text-sm text-soft">{t("endpoints.replay.intro")}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t("endpoints.event.filterStatus")}
            value={status ?? ""}
            onChange={(event) => setView({ status: event.target.value || undefined })}
            wrapperClassName="min-w-40 max-sm:flex-1"
          >
            <option value="">{t("endpoints.event.all")}</option>
            {validationStatuses.map((option) => (
              <option key={option} value={option}>
                {t(`endpoints.event.statuses.${option}`)}
              </option>
            ))}
          </Select>
          <TimeRangeFields range={range} onChange={(next) => setView(toTimeRangeParams(next))} />
          <Button
            disabled={replay.counting || !isOrdered(toTimeBounds(range, 0))}
            onClick={() => void replay.count({ status, ...toTimeBounds(range, Date.now()) })}
          >
            {t(replay.counting ? "endpoints.replay.counting" : "endpoints.replay.count")}
          </Button>
        </div>
        {replay.refusal && <FormAlert>{replay.refusal}</FormAlert>}
        {counted && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sea-tint px-3 py-2.5">
            <p role="status" className="min-w-0 flex-1 basis-52 font-[560] text-sm tabular-nums">
              {counted.changed
                ? t("endpoints.replay.changed", countValues(counted.count))
                : t("endpoints.replay.will", countValues(counted.count))}
            </p>
            {counted.count > 0 && (
              <Button variant="primary" disabled={replay.running} onClick={() => void replay.run()}>
                <RotateCcw aria-hidden="true" />
                {t(replay.running ? "endpoints.replay.running" : "endpoints.replay.run")}
              </Button>
            )}
          </div>
        )}
        {replay.started !== undefined && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-ok-tint px-3 py-2.5">
            <p role="status" className="min-w-0 flex-1 basis-52 text-sm tabular-nums">
              {t("endpoints.replay.started", countValues(replay.started))}
            </p>
            <Button size="sm" onClick={onShowEvents}>
              {t("endpoints.replay.watch")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
};
