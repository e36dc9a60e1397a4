import { useTranslation } from "react-i18next";
import type { Outages } from "#contract/public-data.ts";
import { outageLevel } from "#domain/outage.ts";
import { regionServing, spellRegion } from "#domain/outage-regions.ts";
import { puertoRico } from "#domain/places/state-codes.ts";
import { MapLegend, OutlineMap } from "#web/components/map/outline-map.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { Card } from "#web/ui/card.tsx";

const fills = { ok: "fill-ok", warn: "fill-[oklch(0.74_0.14_76)]", bad: "fill-bad" } as const;
const levels = ["ok", "warn", "bad"] as const;

/** The municipalities of Puerto Rico by the level of their region; the list beside it has the figures. */
export const OutageMap = ({ regions }: { regions: Outages["regions"] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Card title={t("luma.map")}>
      <OutlineMap
        label={t("luma.map")}
        help={t("luma.mapHelp")}
        scope={puertoRico}
        styleOf={(_code, name) => {
          const region = regionServing(regions, name);
          if (!region) return { className: "fill-line", text: name };
          const without = region.percentageClientsWithoutService;
          return {
            className: fills[outageLevel(without)],
            text: t("luma.mapArea", {
              municipality: name,
              region: spellRegion(region.name),
              percent: formatFixed(without, 2, number),
            }),
          };
        }}
      />
      <MapLegend
        label={t("luma.legend")}
        items={levels.map((level) => ({ className: fills[level], text: t(`luma.level.${level}`) }))}
      />
      <p className="mt-2 text-faint text-xs">{t("luma.mapNote")}</p>
    </Card>
  );
};
