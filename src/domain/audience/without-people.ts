import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import { type AudienceNode, rowsOf } from "./audience.ts";

/** Fields that say who a person is. With a count, questions about them would reveal names and addresses letter by letter. */
const identifyingFields: readonly string[] = [
  "first_name",
  "last_name",
  "name",
  "email",
  "phone",
  "any_address",
];

/** A workspace may keep anything in a field of its own, such as an account number. */
const customFieldPrefix = "field.";

export const isIdentifyingField = (id: string): boolean =>
  identifyingFields.includes(id) || id.startsWith(customFieldPrefix);

export const seesPeople = (permissions: Permissions): boolean => hasLevel(permissions, "people", "view");

/** Whether a user with these permissions may ask how many people the audience matches. */
export const mayAskFor = (permissions: Permissions, audience: AudienceNode): boolean =>
  seesPeople(permissions) || !rowsOf(audience).some(({ field }) => isIdentifyingField(field));

const step = 10;

/** A count for those who may not see people: no single person changes it visibly. */
export const roundedCount = (count: number): number => Math.floor(count / step) * step;

type DryRunFigures = {
  fires: number;
  sent: number;
  held: number;
  blocked: number;
  cost: number;
  reasons: readonly { code: string; count: number }[];
  sample: readonly unknown[];
  isRounded: boolean;
};

/** The effect of a rule for those who may not see people: rounded figures, and no people. */
export const withoutPeople = <Report extends DryRunFigures>(report: Report): Report => {
  const [sent, held] = [roundedCount(report.sent), roundedCount(report.held)];
  const paid = report.sent + report.held;
  return {
    ...report,
    fires: roundedCount(report.fires),
    sent,
    held,
    blocked: roundedCount(report.blocked),
    // By the average price, because the exact cost would tell the exact counts.
    cost: paid === 0 ? 0 : Math.round(((report.cost * (sent + held)) / paid) * 1e6) / 1e6,
    reasons: report.reasons
      .map(({ code, count }) => ({ code, count: roundedCount(count) }))
      .filter(({ count }) => count > 0),
    sample: [],
    isRounded: true,
  };
};
