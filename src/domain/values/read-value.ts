import { readAddress } from "./address.ts";
import { readDate } from "./date.ts";
import { readDatetime } from "./datetime.ts";
import { readEmail } from "./email.ts";
import { readMoney } from "./money.ts";
import { readName } from "./name.ts";
import { readPhone } from "./phone.ts";
import type { SpokenReading, SpokenValue, ValueClock, ValueReader } from "./value-reading.ts";
import { readYesNo } from "./yes-no.ts";

/** A new kind of value is a file and a line here. */
const readers = {
  datetime: readDatetime,
  date: readDate,
  money: readMoney,
  phone: readPhone,
  email: readEmail,
  yesno: readYesNo,
  name: readName,
  address: readAddress,
} as const satisfies Record<string, ValueReader>;

export type ValueKind = keyof typeof readers;
export const valueKinds = Object.keys(readers) as ValueKind[];

const maxLength = 1000;

/** What a text says as a value of a kind; what is unsure or impossible is asked for again. */
export const readValue = (kind: ValueKind, text: string, clock: ValueClock): SpokenReading<SpokenValue> => {
  const read: ValueReader = readers[kind];
  return text.length > maxLength ? { ask: "unclear" } : read(text, clock);
};
