import { useTranslation } from "react-i18next";
import type { Outages } from "#contract/public-data.ts";
import { regionServing, spellRegion } from "#domain/outage-regions.ts";
import { puertoRico } from "#domain/places/state-codes.ts";
import { classesOf, classNumber, fillOf } from "#web/components/map/map-classes.ts";
import { MapLegend, OutlineMap } from "#web/components/map/outline-map.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { Card } from "#web/ui/card.tsx";

/** Seven regions: with more shades they could not be told apart. */
const maxClasses = 4;
/** As it is shown, so that a class never begins and ends with the same words. */
const shownShare = (share: number): number => Math.round(share * 100) / 100;

/** The municipalities of Puerto Rico by the level of their region; the list beside it has the figures. */
export const OutageMap = ({ regions }: { regions: Outages["regions"] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const shares = regions.map(({ percentageClientsWithoutService }) =>
    shownShare(percentageClientsWithoutService),
  );
  const classes = classesOf(shares, maxClasses);
  const percent = (share: number) => t("luma.percent", { percent: formatFixed(share, 2, number) });
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
            className: fillOf(classNumber(shownShare(without), classes), classes.length),
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
        items={[
          ...(shares.some((share) => share <= 0) ? [{ className: fillOf(0, 0), text: percent(0) }] : []),
          ...classes.map(({ from, to }, index) => ({
            className: fillOf(index + 1, classes.length),
            text: from === to ? percent(from) : t("luma.range", { from: percent(from), to: percent(to) }),
          })),
        ]}
      />
      <p className="mt-2 text-faint text-xs">{t("luma.mapNote")}</p>
    </Card>
  );
};
