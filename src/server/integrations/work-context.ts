import type { PersonField } from "#contract/person-fields.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Language } from "#domain/language.ts";
import type { SimulationPolicy } from "#domain/messages/simulation.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { OperationError } from "#server/connectors/operation-result.ts";
import type { Database } from "#server/db/database.ts";
import type { Log } from "#server/log.ts";
import type { Messaging } from "#server/pipeline/deliver/messengers.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import type { ClaimedWork } from "#server/store/integrations/integration-work.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import type { WorkSession } from "./work-session.ts";

export type WorkContext = {
  database: Database;
  write: Write;
  hash: AddressHash;
  /** Whether a model would read messages too. */
  asksModels: () => Promise<boolean>;
  vendors: Vendors;
  messaging: Messaging;
  general: () => Promise<GeneralSettings>;
  business: () => Promise<{ values: Record<string, string>; language: Language }>;
  personFields: () => Promise<PersonField[]>;
  simulation: () => Promise<SimulationPolicy>;
  /** Where users reach Faro; null where it is not known. */
  origin: string | null;
  log: Log;
};

/** What follows from one piece of work. */
export type WorkOutcome =
  /** It is done together with these changes, in one transaction. */
  | { kind: "done"; actor?: Actor; change?: (context: WriteContext) => Promise<void> }
  /** It is looked at again; this is no failure. */
  | { kind: "again"; afterMs: number }
  | {
      kind: "failed";
      error: OperationError;
      /** The vendor may have done it, and doing it twice would be seen. */
      isFinal?: boolean;
      /** What else changes where it is not tried again. */
      onGivenUp?: (context: WriteContext, reason: string) => Promise<void>;
    };

export type WorkHandler = (
  work: ClaimedWork,
  session: WorkSession,
  context: WorkContext,
) => Promise<WorkOutcome>;

export const done: WorkOutcome = { kind: "done" };

/** The language of what is written to colleagues. */
export const workspaceLanguage = async ({ general }: Pick<WorkContext, "general">): Promise<Language> =>
  (await general()).locale.startsWith("es") ? "es" : "en";
