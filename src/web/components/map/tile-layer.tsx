import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { placesApi, type TileSource } from "#contract/places.ts";
import {
  type MapRect,
  type PlacedTile,
  tileZoom,
  visibleTiles,
  type WorldFrame,
} from "#domain/places/tiles.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";

/** The background map of the connected vendor; undefined without one, and then no tile is asked for. */
export const useTileSource = (): TileSource | undefined =>
  useQuery(apiQuery(placesApi.tiles)).data?.source ?? undefined;

/** Whether it is not known yet if a background map is shown. */
export const useIsTileSourceLoading = (): boolean => isFirstLoad(useQuery(apiQuery(placesApi.tiles)));

type TileState = "waiting" | "shown" | "failed";

type TileProps = { source: TileSource; tile: PlacedTile; onState: (state: TileState) => void };

const Tile = ({ source, tile, onState }: TileProps) => {
  const [state, setState] = useState<TileState>("waiting");
  const settle = (settled: TileState) => {
    setState(settled);
    onState(settled);
  };
  if (state === "failed") return null;
  const { z, x, y, left, top, size } = tile;
  return (
    <image
      href={`/api/map-tiles/${source.id}/${z}/${x}/${y}`}
      x={left}
      y={top}
      // Neighbours overlap a little, because rounding would leave gaps.
      width={size * 1.002}
      height={size * 1.002}
      preserveAspectRatio="none"
      onLoad={() => settle("shown")}
      onError={() => settle("failed")}
      className={cn("transition-opacity", state === "shown" ? "opacity-100" : "opacity-0")}
    />
  );
};

type TileLayerProps = {
  source: TileSource;
  frame: WorldFrame;
  shown: MapRect;
  /** How many pixels of the screen a unit of the picture is, about. */
  pixelsPerUnit: number;
  onState: (state: TileState) => void;
};

/** The tiles that are in view, and no others: vendors forbid to fetch ahead. */
export const TileLayer = ({ source, frame, shown, pixelsPerUnit, onState }: TileLayerProps) => {
  const zoom = tileZoom(frame.size * pixelsPerUnit, source.tileSize, source.maxZoom);
  return (
    // Pictures of maps are light; in the dark they are turned around.
    <g className="dark:[filter:invert(1)_hue-rotate(180deg)_brightness(0.9)]">
      {visibleTiles(frame, shown, zoom).map((tile) => (
        <Tile
          key={`${source.id} ${tile.z} ${tile.left} ${tile.top}`}
          source={source}
          tile={tile}
          onState={onState}
        />
      ))}
    </g>
  );
};

/** Shown as soon as one tile is seen, failed while none is and one was refused. */
export const useTileState = () => {
  const [state, setState] = useState<TileState>("waiting");
  const onState = (next: TileState) => setState((before) => (before === "shown" ? before : next));
  return { state, onState };
};

type AttributionProps = { source: TileSource; state: TileState };

/** The vendors' terms ask for it on the map. */
export const TileAttribution = ({ source, state }: AttributionProps) => {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap gap-x-2 text-[11px] text-faint">
      {state === "failed" && (
        <span role="status" className="text-warn">
          {t("map.backgroundFailed")}
        </span>
      )}
      {source.attribution.map(({ text, href }) => (
        <a key={text} href={href} target="_blank" rel="noreferrer" className="hover:underline">
          {text}
        </a>
      ))}
    </p>
  );
};
