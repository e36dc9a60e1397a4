import type { FastifyReply, FastifyRequest } from "fastify";
import type { Contract } from "#contract/contract.ts";
import type { Endpoint, InputOf, OutputOf } from "#contract/endpoint.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import type { UnsubscribeTokens } from "#server/pipeline/deliver/unsubscribe.ts";
import type { Hooks } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import type { Intake } from "#server/pipeline/ingest/webhook/group-commit.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRulesOf } from "#server/store/compliance/contact-rules.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** What every handler may use. */
export type Services = {
  config: Config;
  version: string;
  database: Database;
  write: Write;
  keyring: Keyring;
  live: LiveUpdates;
  log: Log;
  /** The one way out. */
  egress: Egress;
  mapping: MappingEngine;
  /** Who may knock at which hook. */
  hooks: Hooks;
  /** Every vendor, real or simulated. */
  vendors: Vendors;
  messaging: Messaging;
  unsubscribeTokens: UnsubscribeTokens;
  contactRules: ContactRulesOf;
  addressHash: AddressHash;
  /** Who speaks in messages, and in which language when nobody knows better. */
  business: () => Promise<{ values: Record<string, string>; language: "en" | "es" }>;
  /** Where events are accepted. */
  intake: Intake;
  /** The workspace's general settings, kept in memory until they change. */
  general: () => Promise<GeneralSettings>;
  /** Where our simulators of vendors listen; undefined when there are none. */
  sandboxUrl: string | undefined;
  /** Is the site reached over https? Decides the cookies' names and flags. */
  secure: boolean;
};

export type ApiCall<E extends Endpoint> = {
  input: InputOf<E>;
  /** Always there unless the endpoint is public. */
  caller: E["access"] extends "public" ? UserSession | undefined : UserSession;
  actor: Actor;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (call: ApiCall<E>) => Promise<OutputOf<E>>;

/** One handler an endpoint: a missing one is a type error. */
export type Handlers = {
  [R in keyof Contract]: {
    [N in keyof Contract[R]]: Contract[R][N] extends Endpoint ? Handler<Contract[R][N]> : never;
  };
};
