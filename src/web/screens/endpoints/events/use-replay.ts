import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { type EventSelection, eventsApi } from "#contract/events.ts";
import { ApiError, serverMessage, useCall } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";

type Counted = { selection: EventSelection; count: number; changed: boolean };

/** Counts, then replays exactly what was counted; where it became more or fewer, it is counted and asked again. */
export const useReplay = (endpointId: string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counter = useCall(eventsApi.countReplay);
  const runner = useCall(eventsApi.replay);
  const [counted, setCounted] = useState<Counted>();
  const [started, setStarted] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const params = { id: endpointId };

  const forget = useCallback(() => {
    setCounted(undefined);
    setRefusal(undefined);
    setStarted(undefined);
  }, []);

  const countAll = async (selection: EventSelection, changed: boolean) => {
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
      const done = await runner.mutateAsync({ params, body: { ...selection, count } });
      setCounted(undefined);
      setStarted(done.count);
      toast({
        title: t("success.title"),
        description: t("endpoints.replay.started", { count: done.count, shown: format.number(done.count) }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return countAll(selection, true);
      const failed = t("endpoints.replay.failed");
      setRefusal(serverMessage(error) ?? failed);
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
    }
  };

  return {
    counted,
    started,
    refusal,
    forget,
    counting: counter.isPending,
    running: runner.isPending,
    count: (selection: EventSelection) => {
      forget();
      return countAll(selection, false);
    },
    run,
  };
};
