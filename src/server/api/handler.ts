import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, InputOf, OutputOf } from "#contract/api-route.ts";
import type { Contract } from "#contract/contract.ts";
import type { PersonField } from "#contract/person-fields.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { SimulationPolicy } from "#domain/messages/simulation.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import type { SecuritySettings } from "#domain/security-settings.ts";
import type { AiClient } from "#server/ai/ai-client.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import type { OidcClient } from "#server/auth/oidc/oidc-client.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { StaffMailer } from "#server/connectors/messaging/staff-mail.ts";
import type { Database } from "#server/db/database.ts";
import type { DemoRemoval } from "#server/demo/demo-removal.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { AddressGuard } from "#server/egress/guarded-agent.ts";
import type { ResolveTxt } from "#server/egress/txt-records.ts";
import type { LiveUpdates } from "#server/live/live-updates.ts";
import type { Presence } from "#server/live/presence.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { FileLinks } from "#server/pipeline/deliver/file-links.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import type { ShortLinkCodes } from "#server/pipeline/deliver/short-link-codes.ts";
import type { IdTokens, UnsubscribeTokens } from "#server/pipeline/deliver/unsubscribe.ts";
import type { FormPageTokens } from "#server/pipeline/ingest/form-page-tokens.ts";
import type { WebhookEndpoints } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import type { GroupCommit } from "#server/pipeline/ingest/webhook/group-commit.ts";
import type { KnowledgeVectors } from "#server/store/ai/knowledge-vectors.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import type { PushSender } from "#server/store/connections/push-sender.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import type { IdentityProvider } from "#server/store/workspace/identity-provider.ts";
import type { Write } from "#server/store/write.ts";
import type { Tracing } from "#server/tracing.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import type { HealthReader } from "./health-reader.ts";

export type ApiServices = {
  config: Config;
  version: string;
  database: Database;
  write: Write;
  keyring: Keyring;
  live: LiveUpdates;
  log: Log;
  tracing: Tracing;
  /** All outgoing requests go through it. */
  egress: Egress;
  /** For connections that are not HTTP requests. */
  mayConnect: AddressGuard;
  mapping: MappingEngine;
  /** Queries DNS for TXT records. */
  resolveTxt: ResolveTxt;
  /** Figures of the whole installation. */
  health: HealthReader;
  webhookEndpoints: WebhookEndpoints;
  vendors: Vendors;
  ai: AiClient;
  /** Whether a model would read messages too. */
  asksModels: () => Promise<boolean>;
  messaging: Messaging;
  /** E-mails to users of the workspace. */
  mailStaff: StaffMailer;
  /** Notifications for browsers. */
  push: PushSender;
  unsubscribeTokens: UnsubscribeTokens;
  /** Of the pages of forms, and of the links that confirm an address. */
  formTokens: Record<"email" | "phone", IdTokens>;
  formPages: FormPageTokens;
  fileLinks: FileLinks;
  /** Of the pictures of e-mails, which their readers load for as long as they keep the mail. */
  imageTokens: IdTokens;
  shortLinks: ShortLinkCodes;
  presence: Presence;
  contactRules: (now: number) => Promise<ContactRules>;
  addressHash: AddressHash;
  /** Between 0 and 1 while this process loads the demo, else null. */
  demoProgress: () => number | null;
  demoRemoval: DemoRemoval;
  /** Whether this is the demo, and whether test sends are allowed. */
  simulation: () => Promise<SimulationPolicy>;
  /** Template values of the business, and the default language of messages. */
  business: () => Promise<{ values: Record<string, string>; language: "en" | "es" }>;
  /** Scores people with the models in use, cached until they change. */
  scorer: () => Promise<Scorer>;
  /** Vectors of the knowledge base, cached until it changes; undefined where there are none. */
  knowledgeVectors: () => Promise<KnowledgeVectors | undefined>;
  /** Definitions of custom fields, archived ones too, cached until they change. */
  personFields: () => Promise<PersonField[]>;
  groupCommit: GroupCommit;
  /** A token by its hash, cached until tokens or users change. */
  apiToken: (hash: string) => Promise<ApiToken | undefined>;
  /** General settings, cached until they change. */
  general: () => Promise<GeneralSettings>;
  /** The system's, or that of a replay. */
  clock: Clock;
  /** What the workspace demands of sign-ins, cached until it changes. */
  security: () => Promise<SecuritySettings>;
  /** The identity provider with which users sign in, cached until it changes. */
  identityProvider: () => Promise<IdentityProvider | undefined>;
  oidc: OidcClient;
  /** URL of the vendor simulators; undefined when they are off. */
  sandboxUrl: string | undefined;
  /** Whether the public URL is https, which decides the names and flags of cookies. */
  secure: boolean;
};

export type ApiCall<E extends ApiRoute> = {
  input: InputOf<E>;
  /** Undefined only on public endpoints. */
  caller: E["access"] extends "public" ? UserSession | undefined : UserSession;
  actor: Actor;
  services: ApiServices;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends ApiRoute> = (call: ApiCall<E>) => Promise<OutputOf<E>>;

/** A missing handler is a type error. */
export type Handlers = {
  [R in keyof Contract]: {
    [N in keyof Contract[R]]: Contract[R][N] extends ApiRoute ? Handler<Contract[R][N]> : never;
  };
};
