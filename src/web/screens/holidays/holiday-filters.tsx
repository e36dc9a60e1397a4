import { useTranslation } from "react-i18next";
import { holidayCountries, holidayYears } from "#domain/holiday.ts";
import { Select } from "#web/ui/select.tsx";
import { countryName } from "./holiday-words.ts";
import type { HolidayFilter } from "./use-holiday-choice.ts";

type HolidayFiltersProps = {
  filter: HolidayFilter;
  onChange: (filter: HolidayFilter) => void;
  thisYear: number;
};

export const HolidayFilters = ({ filter, onChange, thisYear }: HolidayFiltersProps) => {
  const { t, i18n } = useTranslation();
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Select
        aria-label={t("holidays.country")}
        value={filter.country}
        onChange={(event) => {
          const country = holidayCountries.find((code) => code === event.target.value);
          if (country) onChange({ ...filter, country });
        }}
        wrapperClassName="flex-1 sm:w-52"
      >
        {holidayCountries.map((code) => (
          <option key={code} value={code}>
            {countryName(code, i18n.language)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t("holidays.year")}
        value={filter.year}
        onChange={(event) => onChange({ ...filter, year: Number(event.target.value) })}
        wrapperClassName="w-28"
      >
        {holidayYears(thisYear).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Select>
    </div>
  );
};
