import type { Tx } from "#server/db/database.ts";
import { quietHours } from "#server/db/schema/compliance.ts";
import type { Calendar } from "./calendar.ts";

const federalRule = "47 CFR § 64.1200(c)(1)";

type DemoHours = {
  name: string;
  timezone: string;
  region?: string;
  opens?: string;
  closes?: string;
  source?: string;
};

/** The federal hours in each time zone, and the states with stricter ones. */
const hours: readonly DemoHours[] = [
  { name: "Eastern", timezone: "America/New_York" },
  { name: "Central", timezone: "America/Chicago" },
  { name: "Mountain", timezone: "America/Denver" },
  { name: "Arizona", timezone: "America/Phoenix", region: "AZ" },
  { name: "Pacific", timezone: "America/Los_Angeles" },
  { name: "Alaska", timezone: "America/Anchorage", region: "AK" },
  { name: "Hawaii", timezone: "Pacific/Honolulu", region: "HI" },
  {
    name: "Puerto Rico",
    timezone: "America/Puerto_Rico",
    region: "PR",
    opens: "09:00",
    source: "Ley 210-2003, 10 L.P.R.A. § 4031 ff.",
  },
  {
    name: "Florida",
    timezone: "America/New_York",
    region: "FL",
    closes: "20:00",
    source: "Fla. Stat. § 501.059",
  },
  {
    name: "Connecticut",
    timezone: "America/New_York",
    region: "CT",
    opens: "09:00",
    closes: "20:00",
    source: "Conn. Gen. Stat. § 42-288a",
  },
  {
    name: "Texas",
    timezone: "America/Chicago",
    region: "TX",
    opens: "09:00",
    source: "Tex. Bus. & Com. Code § 301.051",
  },
  {
    name: "Washington",
    timezone: "America/Los_Angeles",
    region: "WA",
    closes: "20:00",
    source: "RCW 19.158.040",
  },
];

export const insertDemoQuietHours = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const first = new Date(days.at(-1) ?? newest);
  await tx.insert(quietHours).values(
    hours.map(({ opens = "08:00", closes = "21:00", source = federalRule, ...rule }) => ({
      ...rule,
      opens,
      closes,
      source,
      createdAt: first,
      updatedAt: first,
    })),
  );
};
