import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TileSource } from "#contract/places.ts";
import type { LocationPrecision } from "#domain/places/location.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";
import { toWorld } from "#domain/places/tiles.ts";
import { MapControls } from "./map-controls.tsx";
import { type MapView, moveView, shownRect, wholePicture } from "./map-view.ts";
import { TileAttribution, TileLayer, useTileState } from "./tile-layer.tsx";

const picture = { width: 320, height: 220 };
/** The whole picture is the region around the place. */
const wholeZoom = 7;
const maxScale = 2 ** 9;
const worldSize = 256 * 2 ** wholeZoom;

/** What is shown at first, and the radius of the mark in pixels: a ZIP code is no house. */
const looks: Record<LocationPrecision, { zoom: number; radius: number }> = {
  address: { zoom: 15, radius: 6 },
  zip: { zoom: 12, radius: 36 },
  municipality: { zoom: 11, radius: 52 },
  state: { zoom: 7, radius: 80 },
};

type LocationMapProps = {
  source: TileSource;
  point: GeoPoint;
  precision: LocationPrecision;
  /** In words. */
  label: string;
};

/** A place on the background map; only with a map vendor, because there is nothing else to show. */
export const LocationMap = ({ source, point, precision, label }: LocationMapProps) => {
  const { t } = useTranslation();
  const { zoom, radius } = looks[precision];
  const whole = wholePicture(picture);
  const [view, setView] = useState<MapView>({ ...whole, scale: 2 ** (zoom - wholeZoom) });
  const { state, onState } = useTileState();
  const middle = toWorld(point);
  const frame = {
    x: whole.x - middle.x * worldSize,
    y: whole.y - middle.y * worldSize,
    size: worldSize,
  };
  const shown = shownRect(picture, view);
  // An exact place stays a dot; a circle grows with the map.
  const size = precision === "address" ? radius / view.scale : radius / 2 ** (zoom - wholeZoom);
  return (
    <div className="grid gap-1.5">
      <svg
        role="img"
        aria-label={t("map.locationOf", { place: label, precision: t(`places.precision.${precision}`) })}
        viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
        className="block w-full rounded-lg bg-hover"
      >
        <TileLayer source={source} frame={frame} shown={shown} pixelsPerUnit={view.scale} onState={onState} />
        <circle
          cx={whole.x}
          cy={whole.y}
          r={size}
          vectorEffect="non-scaling-stroke"
          className={
            precision === "address" ? "fill-sea stroke-2 stroke-panel" : "fill-sea/20 stroke-2 stroke-sea"
          }
        />
      </svg>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <TileAttribution source={source} state={state} />
        <MapControls
          scale={view.scale}
          maxScale={maxScale}
          onMove={(move) => setView((before) => moveView(picture, before, move, maxScale))}
        />
      </div>
    </div>
  );
};
