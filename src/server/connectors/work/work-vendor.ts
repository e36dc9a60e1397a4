import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import type { FormLead } from "#domain/integrations/lead-form.ts";
import type { RateLimit } from "#domain/rate-limit.ts";
import type { AnyConnector, VendorContext } from "#server/connectors/connector.ts";
import type { Operation } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";

export const leadInput = z.strictObject({ id: z.string().regex(/^[\w:-]{1,200}$/) });

/** Milliseconds since 1970. */
export const leadPageInput = z.strictObject({
  since: z.number(),
  until: z.number(),
  after: z.string().nullable(),
});
export type LeadPage = { ids: string[]; next: string | null };

export const messagePageInput = z.strictObject({
  /** The newest message that is known; null before the first time. */
  sinceId: z.string().nullable(),
  after: z.string().nullable(),
});
/** What an account wrote to ours. `at` is in milliseconds since 1970. */
export type DirectMessage = {
  id: string;
  accountId: string;
  handle: string;
  name: string | null;
  text: string;
  at: number;
};
export type MessagePage = { messages: DirectMessage[]; newestId: string | null; next: string | null };

export const postInput = z.strictObject({
  channel: z.string().min(1).max(200),
  /** The message that this one answers. */
  threadId: z.string().max(100).nullable(),
  /** Plain text of Faro and of people; the vendor's own markup in it has no effect. */
  text: z.string().min(1),
  /** The account whose attention it needs. */
  mention: z.string().max(100).nullable(),
  link: z.strictObject({ url: z.url(), label: z.string() }).nullable(),
});
/** Where the message is now; null where the vendor does not say. */
export type PostedMessage = { channel: string; messageId: string } | null;

export const taskInput = z.strictObject({
  /** Ours, which finds the task again after an answer that was lost. */
  id: z.uuid(),
  title: z.string().min(1).max(500),
  notes: z.string().max(5000),
});
export const findTaskInput = z.strictObject({ id: z.uuid(), since: z.iso.datetime() });
export const readTaskInput = z.strictObject({ externalId: z.string().regex(/^\w{1,100}$/) });
export type RemoteTask = { externalId: string; url: string | null; completedAt: string | null };

/** What a workflow of another system starts with. */
export const triggerInput = z.strictObject({
  /** Ours, the same in every attempt. */
  id: z.uuid(),
  type: z.literal("faro.trigger"),
  timestamp: z.iso.datetime(),
  source: z.enum(["rule", "user"]),
  by: z.string(),
  note: z.string(),
  /** In the form of `person.created`. */
  person: z.record(z.string(), z.unknown()),
  link: z.string().nullable(),
});

export const subscribeInput = z.strictObject({ url: z.url(), token: z.string().min(16) });

/** A request of the vendor to us, with the bytes that it signed. */
export type HookRequest = {
  method: string;
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  rawBody: Buffer;
};

/** What proves a request: settings of the connection, and what was agreed when reports were switched on. */
export type HookSecrets = {
  settings: Record<string, unknown>;
  /** Ours, which the vendor got with the address. */
  token?: string | undefined;
  /** The vendor's own, which it announced in its handshake. */
  secret?: string | undefined;
};

export type HookAnswer = { body: string; headers?: Record<string, string> };

/** Something that the vendor reported: done once for its key. */
export type VendorReport =
  | { kind: "lead"; key: string; payload: { leadId: string } }
  | {
      kind: "chat_reply";
      key: string;
      payload: {
        channel: string;
        threadId: string;
        messageId: string;
        userId: string;
        text: string;
        hasFiles: boolean;
        /** The thread was started by our own bot. */
        isOurs: boolean;
      };
    }
  | {
      kind: "chat_link";
      key: string;
      payload: {
        channel: string;
        threadId: string | null;
        messageId: string;
        userId: string;
        /** SHA-256 in hex, because the code itself is a secret while it counts. */
        codeHash: string;
      };
    }
  | { kind: "task_read"; key: string; payload: { externalId: string } };

export type VendorWebhook = {
  /** Answers the request by which a vendor asks whether the address is ours; `refused` where it proves nothing. */
  handshake?: (
    request: HookRequest,
    secrets: HookSecrets,
  ) => (HookAnswer & { announcedSecret?: string }) | "refused" | undefined;
  verify: (request: HookRequest, secrets: HookSecrets, now: number) => boolean;
  /** The answer to a proven request, where it is not empty. */
  answer?: (body: unknown) => HookAnswer | undefined;
  read: (body: unknown) => VendorReport[];
};

/** A vendor that does something for the work with people: how to sign in, its operations, and what it reports. */
export type WorkVendor = {
  connector: AnyConnector;
  /** The usual limit of an account. */
  rate: RateLimit;
  authorize: (settings: Record<string, unknown>) => Record<string, string>;
  /** Instead of `authorize`, where access is granted by a sign-in. `refused` are headers that the vendor has just refused. */
  signIn?: (
    context: VendorContext<Record<string, unknown>>,
    refused?: Record<string, string>,
  ) => Promise<OperationResult<Record<string, string>>>;
  webhook: VendorWebhook;
  /** Switches reports on where that is a request; elsewhere an operator enters our address at the vendor. */
  subscribe?: Operation<typeof subscribeInput, null>;
  leads?: {
    eventType: string;
    readLead: Operation<typeof leadInput, FormLead>;
    /** The ids of the leads of a time span, for vendors whose reports may be missed. */
    listLeads?: Operation<typeof leadPageInput, LeadPage>;
  };
  /** Messages of people, each an entry of their thread. */
  messages?: { channel: "x"; listMessages: Operation<typeof messagePageInput, MessagePage> };
  chat?: {
    /** Replies name the first message of their thread; without threads they name the message that they answer. */
    hasThreads: boolean;
    /** Whether replies reach us with these settings. */
    takesReplies: (settings: Record<string, unknown>) => boolean;
    /** The channel of kinds without one of their own. */
    defaultChannel: (settings: Record<string, unknown>) => string | null;
    post: Operation<typeof postInput, PostedMessage>;
  };
  tasks?: {
    createTask: Operation<typeof taskInput, RemoteTask>;
    findTask: Operation<typeof findTaskInput, RemoteTask | null>;
    readTask: Operation<typeof readTaskInput, RemoteTask | null>;
  };
  automation?: { trigger: Operation<typeof triggerInput, null> };
};
