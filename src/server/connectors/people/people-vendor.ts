import * as z from "zod";
import type { RateLimit } from "#domain/rate-limit.ts";
import { retryPolicies } from "#domain/retry.ts";
import type { RemoteField } from "#domain/sync/field-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { AnyConnector, VendorContext } from "#server/connectors/connector.ts";
import type { Operation } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import type { LocalizedText } from "#server/connectors/test-result.ts";

const fieldNames = z.array(z.string()).max(250);

export const describeInput = z.strictObject({});
export const listInput = z.strictObject({
  fields: fieldNames,
  after: z.string().nullable(),
  /** Nothing of the page is stored, so `prepare` need not have run. */
  isPreview: z.boolean().default(false),
});
export const readInput = z.strictObject({ fields: fieldNames, ids: z.array(z.string()).min(1).max(100) });
export const findInput = z.strictObject({
  fields: fieldNames,
  emails: z.array(z.string()).max(100),
  /** Only for vendors that `findsByPhone`. */
  phones: z.array(z.string()).max(100).default([]),
  /** The vendor's field that holds the e-mail address. */
  emailField: z.string(),
});
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
        /** Whether they agreed to e-mail, for vendors whose new contacts are subscribed or not. */
        hasEmailConsent: z.boolean(),
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
  | { ok: false; message: LocalizedText };

/** A contact that the vendor refused to delete. */
export type DeleteRefusal = { id: string; message: LocalizedText };

/**
 * The account, and the container in it whose contacts are synced: the id differs for another account, base, sheet or
 * audience, and stays when a name or a token changes.
 */
export type RemoteAccount = { id: string; name: string };

/** How a webhook of the vendor proves where it comes from; `secret` names the setting that holds the secret. */
export type WebhookProof =
  /** A signature scheme of webhooks. */
  | { kind: "signature"; scheme: "hubspot"; secret: string }
  /** Basic authentication: the vendor signs nothing. */
  | { kind: "basic"; secret: string }
  /** A key in the address: the vendor can send nothing else. */
  | { kind: "key"; secret: string }
  /** An Ed25519 signature of the body in a header; the setting holds the vendor's public key. */
  | { kind: "ed25519"; header: string; secret: string }
  /** The token of our subscription, which the body repeats. */
  | { kind: "token"; secret: null }
  /** An HMAC-SHA256 of the body in a header, with the secret that the vendor gave for our subscription. */
  | { kind: "mac"; header: string; secret: null };

export const subscribeInput = z.strictObject({ url: z.string(), token: z.string().max(50) });
export const renewInput = subscribeInput.extend({ id: z.string() });
export const reportsInput = z.strictObject({ id: z.string(), cursor: z.string().nullable() });

/** `secret` is what the vendor proves its reports with, where it is not our token. */
export type Subscribed = { id: string; secret: string | null; expiresAt: number };

/** Reports that the vendor sends for a while once it is asked to. */
type VendorSubscription = {
  subscribe: Operation<typeof subscribeInput, Subscribed>;
  renew: Operation<typeof renewInput, Subscribed>;
  /** Reads what was reported, for vendors whose webhook only says that there is something. */
  readReports?: Operation<typeof reportsInput, { ids: string[]; cursor: string; hasMore: boolean }>;
};

const subscriptionNames = {
  subscribe: { name: "subscribe", input: subscribeInput, idempotency: "none" },
  renew: { name: "renew_subscription", input: renewInput, idempotency: "upsert" },
  readReports: { name: "read_reports", input: reportsInput, idempotency: "read" },
} as const;

/** A subscription from the vendor's functions. */
export const defineSubscription = (
  rate: RateLimit,
  functions: {
    subscribe: VendorSubscription["subscribe"]["run"];
    renew: VendorSubscription["renew"]["run"];
    readReports?: NonNullable<VendorSubscription["readReports"]>["run"];
  },
): VendorSubscription =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      {
        ...subscriptionNames[name as keyof typeof subscriptionNames],
        rate,
        retry: retryPolicies.vendorOperation,
        run,
      },
    ]),
  ) as unknown as VendorSubscription;

/** A vendor whose contacts are synced with people: how to sign in, and the operations that a sync needs. */
export type PeopleVendor = {
  connector: AnyConnector;
  /** The usual limit of an account, which the connection may set otherwise. */
  rate: RateLimit;
  /** How long after a change the vendor's search may not show it yet. */
  searchLagMs: number;
  /** Whether `pullChanges` lists deleted contacts; where it does not, linked ones are read again now and then. */
  listsDeletions: boolean;
  /** Whether `findPeople` looks for telephone numbers, too, because the vendor takes two contacts with one for the same. */
  findsByPhone?: boolean;
  /** How often changes are asked for, where the usual interval does not suit the vendor. */
  pollMs?: number;
  /** The headers that sign in. `refused` are those that the vendor refused in the middle, where it did. */
  authorize: (
    context: VendorContext<Record<string, unknown>>,
    refused?: Record<string, string>,
  ) => Promise<OperationResult<Record<string, string>>>;
  identifyAccount: Operation<typeof describeInput, RemoteAccount>;
  describeFields: Operation<typeof describeInput, RemoteField[]>;
  /** Makes sure that the vendor has the field by which a person is recognised. */
  prepare: Operation<typeof describeInput, null>;
  countPeople: Operation<typeof describeInput, number>;
  listPeople: Operation<typeof listInput, RemotePage>;
  readPeople: Operation<typeof readInput, RemotePerson[]>;
  findPeople: Operation<typeof findInput, RemotePerson[]>;
  pullChanges: Operation<typeof changesInput, ChangesPage>;
  pushPeople: Operation<typeof pushInput, PushResult[]>;
  /** Returns what was refused; a contact that is already gone is no refusal. */
  deletePeople: Operation<typeof deleteInput, DeleteRefusal[]>;
  /** Reads the ids of changed contacts from a webhook of the vendor; absent where it has none. */
  webhook?: {
    proof: WebhookProof;
    /** The body as the vendor sent it: JSON parsed, a form by its names. */
    readIds: (body: unknown, settings: Record<string, unknown>) => string[];
    /** For vendors that report only where we ask them to. */
    subscription?: VendorSubscription;
  };
};

const operationNames = {
  identifyAccount: { name: "identify_account", input: describeInput, idempotency: "read" },
  describeFields: { name: "describe_fields", input: describeInput, idempotency: "read" },
  prepare: { name: "prepare", input: describeInput, idempotency: "upsert" },
  countPeople: { name: "count_people", input: describeInput, idempotency: "read" },
  listPeople: { name: "list_people", input: listInput, idempotency: "read" },
  readPeople: { name: "read_people", input: readInput, idempotency: "read" },
  findPeople: { name: "find_people", input: findInput, idempotency: "read" },
  pullChanges: { name: "pull_changes", input: changesInput, idempotency: "read" },
  pushPeople: { name: "push_people", input: pushInput, idempotency: "upsert" },
  deletePeople: { name: "delete_people", input: deleteInput, idempotency: "upsert" },
} as const;
type OperationName = keyof typeof operationNames;

/** What a vendor's file writes: one function for each operation. */
export type PeopleFunctions = { [Name in OperationName]: PeopleVendor[Name]["run"] };

/** A vendor of people from its functions; `searchRate` is the limit of operations that search. */
export const definePeopleVendor = ({
  searchRate,
  ...vendor
}: Omit<PeopleVendor, OperationName> & PeopleFunctions & { searchRate?: RateLimit }): PeopleVendor => {
  const searches: readonly OperationName[] = ["countPeople", "pullChanges"];
  const operations = Object.fromEntries(
    (Object.keys(operationNames) as OperationName[]).map((name) => [
      name,
      {
        ...operationNames[name],
        rate: searchRate && searches.includes(name) ? searchRate : vendor.rate,
        retry: retryPolicies.vendorOperation,
        run: vendor[name],
      },
    ]),
  ) as unknown as Pick<PeopleVendor, OperationName>;
  return { ...vendor, ...operations };
};
