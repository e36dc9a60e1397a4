import { RotateCcw } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { validationStatuses } from "#domain/ingestion/event.ts";
import { useFormat } from "#web/lib/format.ts";
import type { EventFilter, SetView } from "#web/screens/endpoints/use-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { addressOf, boundsOf, isInOrder } from "./range.ts";
import { RangeFields } from "./range-fields.tsx";
import { useReplay } from "./use-replay.ts";

type ReplayTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  set: SetView;
  onWatch: () => void;
};

/** Reads past events again: first how many they are, and only then, for exactly as many, the replay. */
export const ReplayTab = ({ endpoint, filter: { status, range }, set, onWatch }: ReplayTabProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const replay = useReplay(endpoint.id);
  const { counted, forget } = replay;
  // What was counted holds for what was chosen then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what this waits for
  useEffect(() => forget(), [status, range, forget]);
  const shown = (count: number) => ({ count, shown: format.number(count) });

  return (
    <Card title={t("endpoints.tab.replay")}>
      <div className="grid max-w-3xl gap-4">
        <p className="text-sm text-soft">{t("endpoints.replay.intro")}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={t("endpoints.event.filterStatus")}
            value={status ?? ""}
            onChange={(event) => set({ status: event.target.value || undefined })}
            wrapperClassName="min-w-40 max-sm:flex-1"
          >
            <option value="">{t("endpoints.event.all")}</option>
            {validationStatuses.map((one) => (
              <option key={one} value={one}>
                {t(`endpoints.event.statuses.${one}`)}
              </option>
            ))}
          </Select>
          <RangeFields range={range} onChange={(next) => set(addressOf(next))} />
          <Button
            disabled={replay.counting || !isInOrder(boundsOf(range, 0))}
            onClick={() => void replay.count({ status, ...boundsOf(range, Date.now()) })}
          >
            {t(replay.counting ? "endpoints.replay.counting" : "endpoints.replay.count")}
          </Button>
        </div>
        {replay.refusal && <FormAlert>{replay.refusal}</FormAlert>}
        {counted && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sea-tint px-3 py-2.5">
            <p role="status" className="min-w-0 flex-1 basis-52 font-[560] text-sm tabular-nums">
              {counted.changed
                ? t("endpoints.replay.changed", shown(counted.count))
                : t("endpoints.replay.will", shown(counted.count))}
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
              {t("endpoints.replay.started", shown(replay.started))}
            </p>
            <Button size="sm" onClick={onWatch}>
              {t("endpoints.replay.watch")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
};
