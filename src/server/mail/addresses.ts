import type { Address } from "postal-mime";
import type { MailAddress } from "#domain/mail/message.ts";
import { cleanLine } from "./clean-text.ts";
import { mailLimits } from "./limits.ts";

/** Groups opened, what has no address left out, each address once. */
export const addressesOf = (given: readonly Address[] | undefined): MailAddress[] => {
  const found = new Map<string, MailAddress>();
  for (const one of (given ?? []).flatMap((entry) => entry.group ?? [entry])) {
    const address = addressOf(one);
    if (address && !found.has(address.address)) found.set(address.address, address);
    if (found.size >= mailLimits.addresses) break;
  }
  return [...found.values()];
};

export const addressOf = (given: Address | undefined): MailAddress | null => {
  const one = given?.group ? given.group[0] : given;
  if (!one) return null;
  const address = cleanLine(one.address, 320).toLowerCase();
  const name = cleanLine(one.name, 200);
  // A machine may sign with a name alone.
  return address === "" && name === "" ? null : { name, address };
};
