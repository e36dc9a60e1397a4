import { formatPhone } from "#domain/phone-format.ts";
import type { PersonAddressKind } from "./person-address.ts";

/** An address as people read it: of an account, its name. */
export const shownAddress = ({
  kind,
  value,
  label,
}: {
  kind: PersonAddressKind;
  value: string;
  label: string | null;
}): string => (kind === "x" ? (label ?? value) : formatPhone(value));
