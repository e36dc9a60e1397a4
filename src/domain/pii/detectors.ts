import type { PiiDetector } from "./detector.ts";
import { address } from "./detectors/address.ts";
import { birthDate } from "./detectors/birth-date.ts";
import { card } from "./detectors/card.ts";
import { email } from "./detectors/email.ts";
import { iban } from "./detectors/iban.ts";
import { ip } from "./detectors/ip.ts";
import { name } from "./detectors/name.ts";
import { phone } from "./detectors/phone.ts";
import { ssn } from "./detectors/ssn.ts";

/** The surest first: what one has found, a later one leaves alone. */
export const detectors: readonly PiiDetector[] = [
  email,
  iban,
  card,
  ssn,
  ip,
  birthDate,
  phone,
  address,
  name,
];
