import type { MapRect } from "#domain/places/tiles.ts";

/** What of a picture is shown: its middle, and how many times larger than the whole. */
export type MapView = { x: number; y: number; scale: number };

export type MapPicture = { width: number; height: number };

export const wholePicture = ({ width, height }: MapPicture): MapView => ({
  x: width / 2,
  y: height / 2,
  scale: 1,
});

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Keeps the view inside the picture. */
const inside = ({ width, height }: MapPicture, { x, y, scale }: MapView, maxScale: number): MapView => {
  const kept = clamp(scale, 1, maxScale);
  const [halfWidth, halfHeight] = [width / kept / 2, height / kept / 2];
  return {
    x: clamp(x, halfWidth, width - halfWidth),
    y: clamp(y, halfHeight, height - halfHeight),
    scale: kept,
  };
};

export const shownRect = ({ width, height }: MapPicture, { x, y, scale }: MapView): MapRect => ({
  x: x - width / scale / 2,
  y: y - height / scale / 2,
  width: width / scale,
  height: height / scale,
});

export type MapMove = "in" | "out" | "whole" | "left" | "right" | "up" | "down";

const pans: Partial<Record<MapMove, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** A step of the buttons: twice or half as large, or a third of the view to a side. */
export const moveView = (picture: MapPicture, view: MapView, move: MapMove, maxScale: number): MapView => {
  if (move === "whole") return wholePicture(picture);
  const [dx, dy] = pans[move] ?? [0, 0];
  const factor = move === "in" ? 2 : move === "out" ? 0.5 : 1;
  const { width, height } = shownRect(picture, view);
  const moved = { x: view.x + (dx * width) / 3, y: view.y + (dy * height) / 3, scale: view.scale * factor };
  return inside(picture, moved, maxScale);
};

/** The same view if a point is in it, else one around the point. */
export const viewShowing = (
  picture: MapPicture,
  view: MapView,
  point: { x: number; y: number },
  maxScale: number,
): MapView => {
  const { x, y, width, height } = shownRect(picture, view);
  const isShown = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
  return isShown ? view : inside(picture, { ...view, x: point.x, y: point.y }, maxScale);
};
