import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { hashNextAddresses } from "#server/store/people/person-addresses.ts";

const pageSize = 5000;

/** Computes the keyed hashes of addresses whose writer had no key at hand, such as a trigger or the demo. */
export const hashAddressesJob = defineJob({
  name: "hash-addresses",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 100,
  schedule: "* * * * *",
  run: async (_batch, { database: { db }, write, keyring }) => {
    const hash = await openAddressHash(db, keyring);
    let hashed: number;
    do hashed = await write(system, ({ tx }) => hashNextAddresses(tx, pageSize, hash));
    while (hashed === pageSize);
  },
});
