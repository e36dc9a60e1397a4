import type { PiiDetector } from "./detector.ts";
import { addressDetector } from "./detectors/address.ts";
import { birthDateDetector } from "./detectors/birth-date.ts";
import { cardDetector } from "./detectors/card.ts";
import { emailDetector } from "./detectors/email.ts";
import { ibanDetector } from "./detectors/iban.ts";
import { ipDetector } from "./detectors/ip.ts";
import { nameDetector } from "./detectors/name.ts";
import { phoneDetector } from "./detectors/phone.ts";
import { ssnDetector } from "./detectors/ssn.ts";

/** Ordered by certainty: a later detector does not claim what an earlier one found. */
export const piiDetectors: readonly PiiDetector[] = [
  emailDetector,
  ibanDetector,
  cardDetector,
  ssnDetector,
  ipDetector,
  birthDateDetector,
  phoneDetector,
  addressDetector,
  nameDetector,
];
