import { useQuery } from "@tanstack/react-query";
import { Braces, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { eventsApi } from "#contract/events.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { type JsonKey, JsonTree } from "#web/ui/json-tree.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { pathExpression } from "./mapping-draft.ts";
import type { MappingPreview, MappingSample, useMappingPreview } from "./use-mapping-preview.ts";

type PayloadCardProps = {
  endpointId: string;
  preview: ReturnType<typeof useMappingPreview>;
  /** The preview of the chosen item. */
  shown: MappingPreview;
  itemIndex: number;
  onItemChange: (index: number) => void;
  sample: MappingSample;
  onSampleChange: (sample: MappingSample) => void;
  onPick: ((keys: readonly JsonKey[]) => void) | undefined;
  emptyAction: ReactNode;
};

const maxRecentEvents = 20;

type SampleSelectProps = Pick<PayloadCardProps, "endpointId" | "sample" | "onSampleChange">;

const SampleSelect = ({ endpointId, sample, onSampleChange }: SampleSelectProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const recent = useQuery(
    apiQuery(eventsApi.list, { params: { id: endpointId }, query: { limit: maxRecentEvents } }),
  );
  const preset = sample.by === "preset" ? mappingPresets.find(({ id }) => id === sample.id) : undefined;
  return (
    <Select
      aria-label={t("endpoints.mapping.sample")}
      value={sample.by === "newest" ? "" : sample.id}
      onChange={({ target: { value } }) =>
        onSampleChange(value === "" ? { by: "newest" } : { by: "event", id: value })
      }
      wrapperClassName="min-w-0"
    >
      <option value="">{t("endpoints.mapping.newest")}</option>
      {preset && <option value={preset.id}>{preset.name}</option>}
      {recent.data?.events.map((event) => (
        <option key={event.id} value={event.id}>
          {`${event.eventType ? eventName(event.eventType, currentLanguage()) : t("endpoints.event.untyped")}, ${format.dateTime(event.createdAt)}`}
        </option>
      ))}
    </Select>
  );
};

type ItemPagerProps = { index: number; shown: number; count: number; onChange: (index: number) => void };

/** Steps through the items of a list, each of which becomes an event. */
const ItemPager = ({ index, shown, count, onChange }: ItemPagerProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const step = (by: -1 | 1) => (
    <Button
      variant="ghost"
      size="icon"
      className="size-8"
      disabled={by < 0 ? index === 0 : index >= shown - 1}
      aria-label={t(by < 0 ? "endpoints.mapping.previousItem" : "endpoints.mapping.nextItem")}
      onClick={() => onChange(index + by)}
    >
      {by < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
    </Button>
  );
  return (
    <div className="flex items-center gap-1 text-sm">
      {step(-1)}
      <span aria-live="polite" className="tabular-nums">
        {t("endpoints.mapping.itemOf", { index: format.number(index + 1), count: format.number(count) })}
      </span>
      {step(1)}
      <span className="ml-1 text-faint text-xs">{t("endpoints.mapping.itemEach")}</span>
    </div>
  );
};

export const PayloadCard = ({
  endpointId,
  preview,
  shown,
  itemIndex,
  onItemChange,
  sample,
  onSampleChange,
  onPick,
  emptyAction,
}: PayloadCardProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = preview;
  const payload = shown?.payload;
  const items = data?.items.length ?? 0;
  return (
    <Card title={t("endpoints.mapping.payload")} className="lg:sticky lg:top-21">
      <div className="grid gap-3">
        <SampleSelect endpointId={endpointId} sample={sample} onSampleChange={onSampleChange} />
        {error && !data ? (
          <ErrorCard
            title={t("endpoints.mapping.tryFailed")}
            detail={serverMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : data === undefined ? (
          <Skeleton className="h-48" />
        ) : payload === null || payload === undefined ? (
          <EmptyState
            icon={Braces}
            title={t("endpoints.mapping.noPayload")}
            text={t("endpoints.mapping.noPayloadText")}
            action={emptyAction}
            className="py-8"
          />
        ) : (
          <>
            {data.itemCount > 0 && (
              <ItemPager
                index={Math.min(itemIndex, items - 1)}
                shown={items}
                count={data.itemCount}
                onChange={onItemChange}
              />
            )}
            {onPick && <p className="text-faint text-xs">{t("endpoints.mapping.payloadHint")}</p>}
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable
              tabIndex={0}
              aria-label={t("action.details")}
              className="max-h-80 overflow-auto rounded-lg border border-line bg-bg p-3 focus-visible:-outline-offset-2 lg:max-h-[calc(100dvh-280px)]"
            >
              <JsonTree
                value={payload}
                {...(onPick
                  ? {
                      onPick,
                      pickLabel: (keys) =>
                        t("endpoints.mapping.insertHint", { path: pathExpression(keys) ?? "" }),
                    }
                  : {})}
              />
            </section>
          </>
        )}
      </div>
    </Card>
  );
};
