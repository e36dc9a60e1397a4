import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, MapPinOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/people.ts";
import { puertoRico } from "#domain/places/state-codes.ts";
import { classesOf, classNumber, fillOf } from "#web/components/map/map-classes.ts";
import {
  MapLegend,
  OutlineMap,
  OutlineMapSkeleton,
  useIsOutlineLoading,
} from "#web/components/map/outline-map.tsx";
import { useIsTileSourceLoading, useTileSource } from "#web/components/map/tile-layer.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type AreaCount, areasIn, drawnIn, mainScope, nation } from "./area-counts.ts";
import type { PeopleFilters, PeopleSource } from "./use-people.ts";

type AreaTableProps = { areas: readonly AreaCount[]; onChoose: (code: string) => void };

const shownRows = 12;

/** The same figures in words: each row lists the people of its area. */
const AreaTable = ({ areas, onChoose }: AreaTableProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const rows = showsAll ? areas : areas.slice(0, shownRows);
  return (
    <div>
      <table className="w-full text-sm">
        <caption className="sr-only">{t("map.areas")}</caption>
        <thead>
          <tr className="text-faint text-xs">
            <th scope="col" className="py-1.5 text-left font-[560]">
              {t("map.area")}
            </th>
            <th scope="col" className="py-1.5 text-right font-[560]">
              {t("map.count")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, label, count }) => (
            <tr key={code} className="border-line border-t">
              <th scope="row" className="text-left font-normal">
                <button
                  type="button"
                  onClick={() => onChoose(code)}
                  className="min-h-9 w-full text-left hover:text-sea hover:underline sm:min-h-8"
                >
                  {label}
                </button>
              </th>
              <td className="text-right tabular-nums">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {areas.length > rows.length && (
        <Button variant="ghost" className="mt-1 w-full" onClick={() => setShowsAll(true)}>
          {t("map.showAll", { count: areas.length })}
        </Button>
      )}
    </div>
  );
};

type PeopleMapProps = {
  filters: PeopleFilters;
  source: PeopleSource;
  /** Lists the people of an area. */
  onArea: (code: string) => void;
  /** Lists the people who are in no area. */
  onElsewhere: () => void;
};

/** Where the people of the list live: a map of counts by area, and a table with the same numbers. */
export const PeopleMap = ({ filters, source, onArea, onElsewhere }: PeopleMapProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { search, type, status, tag } = filters;
  const { data, error, refetch } = useQuery({
    ...apiQuery(peopleApi.map, { query: { search, type, status, tag, ...source } }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<string>();
  const tiles = useTileSource();
  const isTileSourceLoading = useIsTileSourceLoading();
  const isMapLoading = useIsOutlineLoading(
    data && data.areas.length > 0 ? mainScope(data.states) : undefined,
  );
  if (!data || (chosen === undefined && (isMapLoading || isTileSourceLoading)))
    return error && !data ? (
      <ErrorCard title={t("map.failed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Card aria-busy>
        <Skeleton className="mb-3 h-9 w-full max-w-80" />
        <OutlineMapSkeleton scope={puertoRico} />
      </Card>
    );
  const scope = chosen ?? mainScope(data.states);
  const listed = areasIn(data, scope);
  const counts = new Map(listed.map(({ code, count }) => [code, count]));
  const classes = classesOf(drawnIn(listed, scope).map(({ count }) => count));
  const countText = (count: number) => t("map.people", { count, shown: number(count) });
  const isState = scope !== nation && scope !== puertoRico;
  const elsewhere = data.elsewhere > 0 && (
    <p className="mt-3 text-faint text-sm">
      <MapPinOff aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom" />
      {t("map.elsewhere", { count: data.elsewhere, shown: number(data.elsewhere) })}{" "}
      <button
        type="button"
        onClick={onElsewhere}
        className="rounded font-[540] text-sea hover:underline max-sm:min-h-9"
      >
        {t("map.listElsewhere", { count: data.elsewhere })}
      </button>
    </p>
  );
  if (data.areas.length === 0)
    return (
      <Card>
        <EmptyState icon={MapPinOff} title={t("map.empty")} text={t("map.emptyText")} />
        <div className="pb-4 text-center">{elsewhere}</div>
      </Card>
    );
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-2">
          <SegmentedControl
            label={t("map.scope")}
            options={[
              { id: puertoRico, label: t("map.pr") },
              { id: nation, label: t("map.us") },
            ]}
            value={scope === puertoRico ? puertoRico : nation}
            onChange={setChosen}
          />
          {isState && (
            <Button variant="ghost" onClick={() => setChosen(nation)}>
              <ChevronLeft aria-hidden="true" />
              {t("map.back")}
            </Button>
          )}
        </div>
        <MapLegend
          label={t("map.legend")}
          items={classes.map(({ from, to }, index) => ({
            className: fillOf(index + 1, classes.length),
            text: from === to ? number(from) : t("map.range", { from: number(from), to: number(to) }),
          }))}
        />
      </div>
      <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_260px]">
        <OutlineMap
          label={t("people.shape.map")}
          help={t("map.help")}
          scope={scope}
          tiles={tiles}
          styleOf={(code, name) => {
            const count = counts.get(code) ?? 0;
            return {
              className: fillOf(classNumber(count, classes), classes.length),
              isEmpty: count === 0,
              text: t("map.areaCount", { area: name, count: countText(count) }),
            };
          }}
          // The states lead to their counties, Puerto Rico to its municipalities.
          onChoose={(code) => (scope === nation ? setChosen(code) : onArea(code))}
        />
        <AreaTable key={scope} areas={listed} onChoose={onArea} />
      </div>
      {elsewhere}
    </Card>
  );
};
