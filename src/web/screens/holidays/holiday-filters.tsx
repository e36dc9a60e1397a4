import { useTranslation } from "react-i18next";
import { holidayCountries, holidayYears } from "#domain/holiday.ts";
import { Select } from "#web/ui/select.tsx";
import { countryName } from "./holiday-words.ts";
import type { HolidayChoice } from "./use-holiday-choice.ts";

type HolidayFiltersProps = {
  choice: HolidayChoice;
  onChange: (choice: HolidayChoice) => void;
  thisYear: number;
};

export const HolidayFilters = ({ choice, onChange, thisYear }: HolidayFiltersProps) => {
  const { t, i18n } = useTranslation();
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Select
        aria-label={t("holidays.country")}
        value={choice.country}
        onChange={(event) => {
          const country = holidayCountries.find((each) => each === event.target.value);
          if (country) onChange({ ...choice, country });
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
        value={choice.year}
        onChange={(event) => onChange({ ...choice, year: Number(event.target.value) })}
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
