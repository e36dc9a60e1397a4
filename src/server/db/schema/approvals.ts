import { sql } from "drizzle-orm";
import { index, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  type ApprovalState,
  approvalStates,
  type StoredApprovalKind,
  storedApprovalKinds,
} from "#domain/approvals/approval.ts";
import type { ApprovalContent, ApprovalGate } from "#domain/approvals/content.ts";
import { apiTokens, users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** What a program asked for and an operator decides. The content never changes; an action has the id of its approval. */
export const approvals = pgTable(
  "approvals",
  {
    id: primaryId(),
    kind: text("kind").$type<StoredApprovalKind>().notNull(),
    state: text("state").$type<ApprovalState>().notNull().default("pending"),
    tokenId: uuid("token_id").references(() => apiTokens.id, { onDelete: "set null" }),
    tokenName: text("token_name").notNull(),
    /** For whom the token acted. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** As the program called itself; unverified. */
    client: text("client"),
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    content: jsonb("content").$type<ApprovalContent>().notNull(),
    /** Why, in the words of the program. */
    reason: text("reason").notNull(),
    /** US dollars, estimated when it was asked for. */
    cost: numeric("cost"),
    /** The gate's answer when it was asked for; null where nothing would be sent. */
    gate: jsonb("gate").$type<ApprovalGate>(),
    expiresAt: timestampMs("expires_at").notNull(),
    decidedBy: uuid("decided_by").references(() => users.id, { onDelete: "set null" }),
    decidedAt: timestampMs("decided_at"),
    /** Why it could not be executed, and the gate's answer at that moment. */
    failure: text("failure"),
    decidedGate: jsonb("decided_gate").$type<ApprovalGate>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("approvals_pending_index").on(table.expiresAt).where(sql`state = 'pending'`),
    index("approvals_decided_index")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`state <> 'pending'`),
    index("approvals_token_index").on(table.tokenId, table.createdAt.desc()),
    index("approvals_person_index").on(table.personId),
    oneOf("approvals_kind_check", table.kind, storedApprovalKinds),
    oneOf("approvals_state_check", table.state, approvalStates),
  ],
);
