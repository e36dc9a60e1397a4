/** `x`: an account at X; people are known there by its id, because names may change and pass to others. */
export const personAddressKinds = ["email", "phone", "x"] as const;
export type PersonAddressKind = (typeof personAddressKinds)[number];

/** Kinds of which a person has a primary one. */
export type ContactAddressKind = Exclude<PersonAddressKind, "x">;

/** `bounced`: mail to it came back for good. `landline`: a carrier reported it as one. */
export const personAddressStates = ["active", "bounced", "landline"] as const;
export type PersonAddressState = (typeof personAddressStates)[number];

/** What a phone number or e-mail address is used for; other labels are words of their own. */
export const addressLabels = ["mobile", "home", "work"] as const;
export type AddressLabel = (typeof addressLabels)[number];

const xPrefix = "x:";

/** The address of an account, which no telephone number and no e-mail address can equal. */
export const xAddress = (accountId: string): string => `${xPrefix}${accountId}`;

/** The id of the account; undefined where it is another kind of address. */
export const xAccountId = (address: string): string | undefined =>
  address.startsWith(xPrefix) ? address.slice(xPrefix.length) : undefined;

/** Of what kind an address in its stored form is. */
export const addressKind = (address: string): PersonAddressKind => {
  if (address.startsWith(xPrefix)) return "x";
  return address.includes("@") ? "email" : "phone";
};
