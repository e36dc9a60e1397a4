import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, InputOf, OutputOf } from "#contract/api-route.ts";
import type { Contract } from "#contract/contract.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { SignedIn } from "#server/auth/sessions.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { Live } from "#server/live/live.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import type { UnsubscribeTokens } from "#server/pipeline/deliver/unsubscribe.ts";
import type { WebhookEndpoints } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import type { GroupCommit } from "#server/pipeline/ingest/webhook/group-commit.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** What every handler may use. */
export type ApiServices = {
  config: Config;
  version: string;
  database: Database;
  write: Write;
  keyring: Keyring;
  live: Live;
  log: Log;
  /** The one way out. */
  egress: Egress;
  mapping: MappingEngine;
  webhookEndpoints: WebhookEndpoints;
  /** Every vendor, real or simulated. */
  vendors: Vendors;
  messaging: Messaging;
  unsubscribeTokens: UnsubscribeTokens;
  contactRules: (now: number) => Promise<ContactRules>;
  addressHash: AddressHash;
  /** Who speaks in messages, and in which language when nobody knows better. */
  business: () => Promise<{ values: Record<string, string>; language: "en" | "es" }>;
  groupCommit: GroupCommit;
  /** The workspace's general settings, kept in memory until they change. */
  general: () => Promise<GeneralSettings>;
  /** Where our simulators of vendors listen; undefined when there are none. */
  sandboxUrl: string | undefined;
  /** Is the site reached over https? Decides the cookies' names and flags. */
  secure: boolean;
};

export type Call<E extends ApiRoute> = {
  input: InputOf<E>;
  /** Always there unless the endpoint is public. */
  caller: E["access"] extends "public" ? SignedIn | undefined : SignedIn;
  actor: Actor;
  services: ApiServices;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends ApiRoute> = (call: Call<E>) => Promise<OutputOf<E>>;

/** One handler an endpoint: a missing one is a type error. */
export type Handlers = {
  [R in keyof Contract]: {
    [N in keyof Contract[R]]: Contract[R][N] extends ApiRoute ? Handler<Contract[R][N]> : never;
  };
};
