import { createHmac } from "node:crypto";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";

/** Hashes of addresses with a key of the test, for parts of the product that are not started as a whole. */
export const createAddressHash = (): AddressHash => (address) =>
  createHmac("sha256", "test").update(address.trim().toLowerCase()).digest();
