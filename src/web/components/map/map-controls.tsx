import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, Minus, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import type { MapMove } from "./map-view.ts";

const zooms = [
  ["in", Plus],
  ["out", Minus],
  ["whole", Maximize],
] as const;
const pans = [
  ["left", ArrowLeft],
  ["up", ArrowUp],
  ["down", ArrowDown],
  ["right", ArrowRight],
] as const;

type MapControlsProps = { scale: number; maxScale: number; onMove: (move: MapMove) => void };

/** Larger, smaller, and to the sides once it is larger than its frame. */
export const MapControls = ({ scale, maxScale, onMove }: MapControlsProps) => {
  const { t } = useTranslation();
  const isOff = (move: MapMove) => (move === "in" ? scale >= maxScale : scale <= 1);
  const shown = scale > 1 ? [...pans, ...zooms] : zooms;
  return (
    <fieldset aria-label={t("map.controls")} className="flex flex-wrap justify-end gap-1">
      {shown.map(([move, Icon]) => (
        <Button
          key={move}
          size="icon"
          className="size-8 max-sm:size-9"
          aria-label={t(`map.move.${move}`)}
          title={t(`map.move.${move}`)}
          disabled={isOff(move)}
          onClick={() => onMove(move)}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
    </fieldset>
  );
};
