import { emailComparison } from "./comparisons/email.ts";
import { firstNameComparison } from "./comparisons/first-name.ts";
import { lastNameComparison } from "./comparisons/last-name.ts";
import { phoneComparison } from "./comparisons/phone.ts";
import { townComparison, zipComparison } from "./comparisons/place.ts";

/** In which respects two people are compared. To add one: a file, and a line here. */
export const comparisons = [
  phoneComparison,
  emailComparison,
  firstNameComparison,
  lastNameComparison,
  zipComparison,
  townComparison,
] as const;
