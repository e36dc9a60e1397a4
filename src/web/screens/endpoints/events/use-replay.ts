import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { type EventSelection, events } from "#contract/events.ts";
import { ApiError, serverMessage, useCall } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";

type ReplayCount = { selection: EventSelection; count: number; changed: boolean };

/** Counts, then replays exactly what was counted; where it became more or fewer, it is counted and asked again. */
export const useReplay = (endpointId: string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counter = useCall(events.countReplay);
  const runner = useCall(events.replay);
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
