import * as z from "zod";
import type { RateLimit } from "#domain/rate-limit.ts";
import type { RemoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { AnyConnector, VendorContext } from "#server/connectors/connector.ts";
import type { Operation, OperationResult } from "#server/connectors/operation.ts";

const fieldNames = z.array(z.string()).max(250);

export const describeInput = z.strictObject({});
export const listInput = z.strictObject({ fields: fieldNames, after: z.string().nullable() });
export const readInput = z.strictObject({ fields: fieldNames, ids: z.array(z.string()).min(1).max(100) });
export const findInput = z.strictObject({ fields: fieldNames, emails: z.array(z.string()).min(1).max(100) });
export const changesInput = z.strictObject({
  fields: fieldNames,
  /** Milliseconds since 1970. */
  since: z.number(),
  after: z.string().nullable(),
});
const pushedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export const pushInput = z.strictObject({
  people: z
    .array(
      z.strictObject({
        personId: z.string(),
        /** Null for a person whom the vendor does not have. */
        remoteId: z.string().nullable(),
        email: z.string().nullable(),
        values: z.record(z.string(), pushedValue),
      }),
    )
    .min(1)
    .max(100),
});
export const deleteInput = z.strictObject({ ids: z.array(z.string()).min(1).max(100) });

export type PushedPerson = z.infer<typeof pushInput>["people"][number] & {
  values: Record<string, SyncValue>;
};

export type RemotePage = { people: RemotePerson[]; next: string | null };
/** `deleted` are ids of contacts that the vendor no longer has. */
export type ChangesPage = RemotePage & { deleted: string[] };
/** For each pushed person, in their order. */
export type PushResult =
  | { ok: true; remoteId: string; updatedAt: number | null }
  | { ok: false; message: string };

/** A vendor whose contacts are synced with people: how to sign in, and the operations that a sync needs. */
export type PeopleVendor = {
  connector: AnyConnector;
  /** The usual limit of an account, which the connection may set otherwise. */
  rate: RateLimit;
  /** How long after a change the vendor's search may not show it yet. */
  searchLagMs: number;
  /** The headers that sign in; asked again when the vendor refuses them in the middle. */
  authorize: (
    context: VendorContext<Record<string, unknown>>,
  ) => Promise<OperationResult<Record<string, string>>>;
  describeFields: Operation<typeof describeInput, RemoteField[]>;
  /** Makes sure that the vendor has the field by which a person is recognised. */
  prepare: Operation<typeof describeInput, null>;
  countPeople: Operation<typeof describeInput, number>;
  listPeople: Operation<typeof listInput, RemotePage>;
  readPeople: Operation<typeof readInput, RemotePerson[]>;
  findPeople: Operation<typeof findInput, RemotePerson[]>;
  pullChanges: Operation<typeof changesInput, ChangesPage>;
  pushPeople: Operation<typeof pushInput, PushResult[]>;
  deletePeople: Operation<typeof deleteInput, null>;
  /** Reads the ids of changed contacts from a webhook that the vendor signed; absent where it has none. */
  webhook?: {
    /** The setting that holds the secret of the signature. */
    secret: string;
    /** The signature scheme of webhooks. */
    scheme: "hubspot";
    readIds: (body: unknown) => string[];
  };
};
