import type { ApiServices } from "#server/api/handler.ts";
import type { Reader } from "#server/db/database.ts";

/** What calls need of the product; a replay has them of its own. */
export type VoiceServices = Pick<
  ApiServices,
  | "write"
  | "log"
  | "ai"
  | "addressHash"
  | "general"
  | "asksModels"
  | "knowledgeVectors"
  | "business"
  | "clock"
> &
  Pick<ApiServices, "simulation" | "keyring"> & {
    database: { db: Reader };
    live: Pick<ApiServices["live"], "watch">;
    messaging: Pick<ApiServices["messaging"], "open">;
  };
