export const holidayCountries = ["US", "PR", "ES", "MX", "CA", "GB", "FR", "DE"] as const;
export const holidayTypes = ["public", "bank", "religious", "observance", "other"] as const;
export type HolidayType = (typeof holidayTypes)[number];

/** From two years ago to two years ahead. */
export const holidayYears = (thisYear: number): number[] => [-2, -1, 0, 1, 2].map((step) => thisYear + step);
