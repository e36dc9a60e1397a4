import { bigint, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./access.ts";
import { createdAt, primaryId, timestampMs } from "./columns.ts";

/** The authenticator app (TOTP) of a user. */
export const secondFactors = pgTable("second_factors", {
  id: primaryId(),
  userId: uuid("user_id")
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed by the vault. */
  secret: text("secret").notNull(),
  /** Null until the first code was entered; only then it is asked for. */
  confirmedAt: timestampMs("confirmed_at"),
  /** Time step of the newest code that was used: it and older ones are not accepted again. */
  lastStep: bigint("last_step", { mode: "number" }),
  createdAt: createdAt(),
});

/** Each is valid once, in place of a code of the app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: primaryId(),
    secondFactorId: uuid("second_factor_id")
      .notNull()
      .references(() => secondFactors.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: timestampMs("used_at"),
  },
  (table) => [uniqueIndex("recovery_codes_hash_index").on(table.secondFactorId, table.codeHash)],
);

/** Addresses from which a user signed in; their attempts are counted apart from those of strangers. */
export const knownSignInAddresses = pgTable(
  "known_sign_in_addresses",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A hash. */
    address: text("address").notNull(),
    lastUsedAt: timestampMs("last_used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.address] })],
);
