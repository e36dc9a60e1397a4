import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { timezones } from "#domain/general-settings.ts";
import { zoneCity } from "#domain/places/zone-cities.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Select } from "#web/ui/select.tsx";

const zoneArea = (zone: string): string => zone.split("/")[0] ?? zone;

const commonZones: readonly string[] = timezones;
const zonesByArea = Map.groupBy(
  Intl.supportedValuesOf("timeZone").filter((zone) => !commonZones.includes(zone)),
  zoneArea,
);

type ZoneSelectProps = ComponentProps<typeof Select> & { stored: string | null };

/** All timezones by area. A stored zone the browser does not list is added. */
export const ZoneSelect = ({ stored, ...props }: ZoneSelectProps) => {
  const { t, i18n } = useTranslation();
  // The city comes first, so that typing its name selects the option.
  const nameOf = (zone: string): string => zoneCity(zone, i18n.language === "es" ? "es" : "en");
  const translateValue = useWorded();
  const isListed =
    !stored || commonZones.includes(stored) || zonesByArea.get(zoneArea(stored))?.includes(stored);
  const firstZones = isListed ? commonZones : [stored, ...commonZones];
  const group = (label: string, zones: readonly string[]) => (
    <optgroup key={label} label={label}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {nameOf(zone)}
        </option>
      ))}
    </optgroup>
  );
  return (
    <Select {...props}>
      <option value="">{t("people.zone.unknown")}</option>
      {group(t("people.zone.common"), firstZones)}
      {[...zonesByArea].map(([area, zones]) =>
        group(
          translateValue("people.zone.area", area),
          zones.toSorted((first, second) => nameOf(first).localeCompare(nameOf(second), i18n.language)),
        ),
      )}
    </Select>
  );
};
