import { eq, sql } from "drizzle-orm";
import type { Invitation } from "#contract/team.ts";
import { type InvitationMail, invitationEnd, invitationState } from "#domain/access/invitation.ts";
import type { Language } from "#domain/language.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { invitations } from "#server/db/schema/team.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** The times of an invitation, from which its state follows. */
export const invitationFacts = ({ expiresAt, acceptedAt, revokedAt }: InvitationRow) => ({
  expiresAt: expiresAt.getTime(),
  acceptedAt: acceptedAt?.getTime() ?? null,
  revokedAt: revokedAt?.getTime() ?? null,
});

type ListedRow = Omit<Invitation, "state"> & { acceptedAt: string | null; revokedAt: string | null };

const toInvitation = ({ acceptedAt, revokedAt, ...row }: ListedRow, now: number): Invitation => {
  const time = (text: string | null) => (text === null ? null : Date.parse(text));
  const expiresAt = Date.parse(row.expiresAt);
  const facts = { expiresAt, acceptedAt: time(acceptedAt), revokedAt: time(revokedAt) };
  return {
    ...row,
    state: invitationState(facts, now),
    sentAt: new Date(row.sentAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
};

/** Newest first; those that ended more than a month ago are left out. */
export const listInvitations = async (db: Reader, id: string | null = null): Promise<Invitation[]> => {
  const { rows } = await db.execute<ListedRow>(sql`
    SELECT i.id, i.email, i.role, i.role_id AS "roleId", r.name AS "roleName", i.language, i.mail,
           i.sent_at AS "sentAt", i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", i.revoked_at AS "revokedAt",
           CASE WHEN u.id IS NOT NULL THEN ${userNameSql("u")} END AS "invitedBy",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name)), '[]')
              FROM teams t WHERE t.id = ANY (i.team_ids)) AS teams
      FROM invitations i LEFT JOIN own_roles r ON r.id = i.role_id LEFT JOIN users u ON u.id = i.invited_by
     WHERE CASE WHEN ${id}::uuid IS NULL
                THEN coalesce(i.accepted_at, i.revoked_at, i.expires_at) > now() - interval '30 days'
                ELSE i.id = ${id}::uuid END
     ORDER BY i.sent_at DESC, i.id DESC`);
  const now = Date.now();
  return rows.map((row) => toInvitation(row, now));
};

export type NewInvitation = {
  email: string;
  role: string;
  roleId: string | null;
  teamIds: string[];
  language: Language;
  hash: Buffer;
  invitedBy: string;
};

/** Undefined when the address has an open invitation. One that has expired is replaced. */
export const insertInvitation = async (
  tx: Tx,
  invitation: NewInvitation,
  now: number,
): Promise<string | undefined> => {
  await tx.execute(sql`
    UPDATE invitations SET revoked_at = now()
     WHERE email = ${invitation.email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at <= now()`);
  const [row] = await tx
    .insert(invitations)
    .values({ ...invitation, sentAt: new Date(now), expiresAt: new Date(invitationEnd(now)) })
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  return row?.id;
};

export const findInvitationByHash = async (db: Reader, hash: Buffer): Promise<InvitationRow | undefined> => {
  const [row] = await db.select().from(invitations).where(eq(invitations.hash, hash));
  return row;
};

/** The invitation, whose row stays locked until the transaction ends. */
export const lockInvitation = async (tx: Tx, id: string): Promise<InvitationRow | undefined> => {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  return row;
};

type InvitationChange = Partial<
  Pick<
    InvitationRow,
    "hash" | "mail" | "sentAt" | "expiresAt" | "acceptedAt" | "acceptedBy" | "revokedAt" | "invitedBy"
  >
>;

export const updateInvitation = (tx: Tx, id: string, change: InvitationChange) =>
  tx.update(invitations).set(change).where(eq(invitations.id, id));

/** Only for the link that was mailed: a newer one has its own outcome. */
export const recordInvitationMail = (tx: Tx, hash: Buffer, mail: InvitationMail) =>
  tx.update(invitations).set({ mail }).where(eq(invitations.hash, hash));

/** An address of a person who never joined is not kept; the audit log names those who were invited. */
export const deleteEndedInvitations = async (db: Db): Promise<void> => {
  await db.execute(sql`
    DELETE FROM invitations WHERE coalesce(accepted_at, revoked_at, expires_at) < now() - interval '90 days'`);
};
