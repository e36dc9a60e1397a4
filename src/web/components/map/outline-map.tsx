import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MapOutline, placesApi, type TileSource } from "#contract/places.ts";
import { puertoRico } from "#domain/places/state-codes.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MapControls } from "./map-controls.tsx";
import { type MapMove, type MapView, moveView, shownRect, viewShowing, wholePicture } from "./map-view.ts";
import { nearestArea } from "./nearest-area.ts";
import { TileAttribution, TileLayer, useTileState } from "./tile-layer.tsx";

export type AreaStyle = {
  /** Classes that fill the area. */
  className: string;
  /** An area without figures, through which a background map is seen. */
  isEmpty?: boolean;
  /** What the area says: to a screen reader, and beside the pointer. */
  text: string;
};

type OutlineMapProps = {
  label: string;
  help: string;
  /** `us`, or the FIPS code of a state. */
  scope: string;
  styleOf: (code: string, name: string) => AreaStyle;
  onChoose?: (code: string) => void;
  /** The background map of a vendor; the outlines alone are shown without one. */
  tiles?: TileSource | undefined;
};

/** The outlines are simplified, so that they would be seen to miss streets. */
const maxScale = 16;

const zoomKeys: Record<string, MapMove> = { "+": "in", "=": "in", "-": "out", "0": "whole" };

type DrawnMapProps = Omit<OutlineMapProps, "scope"> & { outline: MapOutline };

/** One stop of the Tab key; the arrow keys move inside. */
const DrawnMap = ({ outline, label, help, styleOf, onChoose, tiles }: DrawnMapProps) => {
  const { t } = useTranslation();
  const { areas, world } = outline;
  // Tiles are in the projection of Mercator, which the map of all states is not.
  const background = tiles && world ? { source: tiles, frame: world } : undefined;
  const [view, setView] = useState<MapView>(() => wholePicture(outline));
  const { state: tileState, onState } = useTileState();
  const hasTiles = background !== undefined && tileState === "shown";
  const rect = shownRect(outline, view);
  const move = (step: MapMove, around?: { x: number; y: number }) =>
    setView((before) => moveView(outline, { ...before, ...around }, step, maxScale));
  const helpId = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const stop = areas.some(({ code }) => code === current) ? current : areas[0]?.code;
  const shown = areas.find(({ code }) => code === (pointed ?? current));
  const areaOf = (code: string) => {
    const area = areas.find((one) => one.code === code);
    return area && { x: area.x, y: area.y };
  };
  const onKeyDown = (event: KeyboardEvent<SVGPathElement>, code: string) => {
    if (onChoose && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      onChoose(code);
      return;
    }
    const zoom = zoomKeys[event.key];
    if (background && zoom && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      move(zoom, zoom === "in" ? areaOf(code) : undefined);
      return;
    }
    const next = nearestArea(areas, code, event.key);
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (next === undefined) return;
    setCurrent(next);
    const area = areaOf(next);
    if (area) setView((before) => viewShowing(outline, before, area, maxScale));
    svg.current?.querySelector<SVGPathElement>(`[data-area="${next}"]`)?.focus();
  };
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        ref={svg}
        viewBox={`${rect.x} ${rect.y} ${rect.width} ${rect.height}`}
        role="group"
        aria-label={label}
        aria-describedby={helpId}
        className="block max-h-[68vh] w-full select-none"
        onPointerLeave={() => setPointed(undefined)}
      >
        {background && (
          <TileLayer {...background} shown={rect} pixelsPerUnit={view.scale} onState={onState} />
        )}
        {areas.map(({ code, name, path }) => {
          const style = styleOf(code, name);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: its role is button wherever it can be chosen
            <path
              key={code}
              d={path}
              data-area={code}
              role={onChoose ? "button" : "img"}
              aria-label={style.text}
              tabIndex={code === stop ? 0 : -1}
              onFocus={() => setCurrent(code)}
              onBlur={() => setCurrent(undefined)}
              onPointerEnter={() => setPointed(code)}
              onClick={() => onChoose?.(code)}
              onKeyDown={(event) => onKeyDown(event, code)}
              vectorEffect="non-scaling-stroke"
              className={cn(
                "stroke-1 outline-none transition-[fill] hover:stroke-ink focus-visible:stroke-2 focus-visible:stroke-ink",
                onChoose && "cursor-pointer",
                hasTiles ? "stroke-ink/35" : "stroke-panel",
                hasTiles && (style.isEmpty ? "[fill-opacity:0.15]" : "[fill-opacity:0.8]"),
                style.className,
              )}
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 min-h-5 text-center text-sm text-soft tabular-nums">
        {shown ? styleOf(shown.code, shown.name).text : ""}
      </p>
      {background && (
        <div className="flex flex-wrap items-start justify-between gap-2">
          <TileAttribution source={background.source} state={tileState} />
          <MapControls scale={view.scale} maxScale={maxScale} onMove={move} />
        </div>
      )}
      <p id={helpId} className="sr-only">
        {background ? `${help}. ${t("map.zoomHelp")}` : help}
      </p>
    </div>
  );
};

/** The shape of the pictures, so that what follows does not move when one is drawn. */
const shapes: Record<string, string> = {
  [puertoRico]: "aspect-[960/328]",
  us: "aspect-[960/600]",
};

/** As high as the map with its line for the area under the pointer. */
export const OutlineMapSkeleton = ({ scope }: { scope: string }) => (
  <Skeleton className={cn("mb-6 max-h-[68vh] base:h-auto w-full", shapes[scope] ?? "aspect-[4/3]")} />
);

const outlineQuery = (scope: string) => ({
  ...apiQuery(placesApi.outline, { params: { scope } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether a first map waits for its outline; what stands below the map comes with it. */
export const useIsOutlineLoading = (scope: string | undefined): boolean =>
  isFirstLoad(useQuery({ ...outlineQuery(scope ?? ""), enabled: scope !== undefined }));

/** The outline map that the product ships. Beside it stands a table with the same figures. */
export const OutlineMap = ({ scope, ...props }: OutlineMapProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(outlineQuery(scope));
  if (data) return <DrawnMap key={scope} outline={data} {...props} />;
  if (error)
    return <ErrorCard title={t("map.failed")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-busy="true" aria-label={t("map.loading")}>
      <OutlineMapSkeleton scope={scope} />
    </div>
  );
};

type LegendProps = { label: string; items: readonly { className: string; text: string }[] };

export const MapLegend = ({ label, items }: LegendProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-soft text-xs">
    <span className="font-[560]">{label}</span>
    {items.map(({ className, text }) => (
      <span key={text} className="flex items-center gap-1.5 tabular-nums">
        <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
          <rect width="12" height="12" rx="3" className={className} />
        </svg>
        {text}
      </span>
    ))}
  </div>
);
