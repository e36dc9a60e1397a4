type ValidPeriod = { validFrom: string | null; validTo: string | null };

export const validities = ["valid", "not_yet", "expired"] as const;
export type Validity = (typeof validities)[number];

/** Whether an entry may be used on a calendar day. Both days of the period belong to it. */
export const validityOn = ({ validFrom, validTo }: ValidPeriod, today: string): Validity => {
  if (validTo !== null && validTo < today) return "expired";
  return validFrom !== null && validFrom > today ? "not_yet" : "valid";
};
