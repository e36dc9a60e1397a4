import { createHash, randomBytes } from "node:crypto";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { describeAudit } from "#domain/audit/describe-audit.ts";
import type { AuditEntityType, AuditEventType, AuditStatus } from "#domain/audit.ts";
import { cutText, toStorableJson, toStorableText } from "#domain/storable-text.ts";
import { newId } from "#server/db/id.ts";

/** A request of a program that must not be done twice: the first change of the request records it. */
export type IdempotentRequest = { tokenId: string; key: string; requestHash: Buffer; isRecorded: boolean };

/** The user and client that caused an entry; all null for the system itself. */
export type Actor = {
  userId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The program that acts for the user. */
  token?: { id: string; name: string };
  idempotent?: IdempotentRequest;
};
export const system: Actor = { userId: null, ip: null, userAgent: null };

export type NewAuditEntry = {
  eventType: AuditEventType;
  entityType: AuditEntityType;
  entityId: string;
  /** What happened. Its English wording is stored as the description. */
  details: AuditDetails;
  metadata?: Record<string, unknown>;
  status?: AuditStatus;
};

/** A row of audit_logs without seq and hash, which the database computes on insert. */
export type AuditRow = {
  id: string;
  user_id: string | null;
  event_type: string;
  entity_type: string | null;
  entity_id: string | null;
  description: string;
  /** Null in entries of older versions, which have only their sentence. */
  details: AuditDetails | null;
  metadata: Record<string, unknown> | null;
  status: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  salt: string;
  commitment: string;
  digest: string;
};

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** JSON with sorted keys: jsonb does not preserve key order, and the hash must not depend on it. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
    return `{${fields.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
};

type PersonalFields = Pick<
  AuditRow,
  "user_id" | "description" | "details" | "metadata" | "ip_address" | "user_agent"
>;
type PlainFields = Pick<
  AuditRow,
  "id" | "event_type" | "entity_type" | "entity_id" | "status" | "created_at"
>;

/** Entries of older versions have no details, so their hash does not cover them. */
export const computeCommitment = (salt: Buffer, row: PersonalFields): Buffer =>
  sha256(
    salt,
    canonicalJson([
      row.user_id,
      row.description,
      row.metadata,
      row.ip_address,
      row.user_agent,
      ...(row.details === null ? [] : [row.details]),
    ]),
  );

export const computeDigest = (row: PlainFields, commitment: Buffer): Buffer =>
  sha256(
    canonicalJson([
      row.id,
      row.event_type,
      row.entity_type,
      row.entity_id,
      row.status,
      row.created_at,
      commitment.toString("hex"),
    ]),
  );

export const computeChainHash = (previous: Buffer, digest: Buffer): Buffer => sha256(previous, digest);

export const createAuditRow = (entry: NewAuditEntry, actor: Actor, now: Date): AuditRow => {
  const salt = randomBytes(16);
  const row = {
    id: newId(),
    user_id: actor.userId,
    event_type: entry.eventType,
    entity_type: entry.entityType,
    entity_id: toStorableText(entry.entityId),
    description: toStorableText(describeAudit(entry.details, "en")),
    details: toStorableJson(entry.details),
    metadata:
      entry.metadata || actor.token
        ? toStorableJson({ ...entry.metadata, ...(actor.token ? { token: actor.token } : {}) })
        : null,
    status: entry.status ?? "success",
    ip_address: actor.ip,
    user_agent: actor.userAgent === null ? null : cutText(actor.userAgent, 400),
    created_at: now.toISOString(),
  };
  const commitment = computeCommitment(salt, row);
  return {
    ...row,
    salt: salt.toString("hex"),
    commitment: commitment.toString("hex"),
    digest: computeDigest(row, commitment).toString("hex"),
  };
};
