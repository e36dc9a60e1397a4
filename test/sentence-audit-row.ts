import {
  type Actor,
  type AuditRow,
  computeCommitment,
  computeDigest,
  createAuditRow,
  type NewAuditEntry,
} from "#server/audit/entry.ts";

/** An audit entry as older versions wrote it: an English sentence without details. */
export const sentenceAuditRow = (
  entry: Omit<NewAuditEntry, "details">,
  sentence: string,
  actor: Actor,
  at: Date,
): AuditRow => {
  const written = createAuditRow({ ...entry, details: { kind: "erased" } }, actor, at);
  const row = { ...written, description: sentence, details: null };
  const commitment = computeCommitment(Buffer.from(row.salt, "hex"), row);
  return {
    ...row,
    commitment: commitment.toString("hex"),
    digest: computeDigest(row, commitment).toString("hex"),
  };
};
