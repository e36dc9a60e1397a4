export const personAddressKinds = ["email", "phone"] as const;
export type PersonAddressKind = (typeof personAddressKinds)[number];

/** `bounced`: mail to it came back for good. `landline`: a carrier reported it as one. */
export const personAddressStates = ["active", "bounced", "landline"] as const;
export type PersonAddressState = (typeof personAddressStates)[number];
