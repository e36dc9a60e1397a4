import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { timezones } from "#domain/general-settings.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Select } from "#web/ui/select.tsx";

const areaOf = (zone: string): string => zone.split("/")[0] ?? zone;
/** The city comes first, so that its letters lead to it. */
const cityOf = (zone: string): string =>
  zone.split("/").slice(1).toReversed().join(", ").replaceAll("_", " ") || zone;

const common: readonly string[] = timezones;
const byArea = Map.groupBy(
  Intl.supportedValuesOf("timeZone").filter((zone) => !common.includes(zone)),
  areaOf,
);

type ZoneSelectProps = ComponentProps<typeof Select> & { stored: string | null };

/** Every zone that there is, by continent; what is stored stays among them, whatever this browser calls it. */
export const ZoneSelect = ({ stored, ...props }: ZoneSelectProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const isOffered = !stored || common.includes(stored) || byArea.get(areaOf(stored))?.includes(stored);
  const offered = isOffered ? common : [stored, ...common];
  const group = (label: string, zones: readonly string[]) => (
    <optgroup key={label} label={label}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {cityOf(zone)}
        </option>
      ))}
    </optgroup>
  );
  return (
    <Select {...props}>
      <option value="">{t("people.zone.unknown")}</option>
      {group(t("people.zone.common"), offered)}
      {[...byArea].map(([area, zones]) =>
        group(
          worded("people.zone.area", area),
          zones.toSorted((one, other) => cityOf(one).localeCompare(cityOf(other))),
        ),
      )}
    </Select>
  );
};
