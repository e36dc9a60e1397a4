import type { FastifyRequest } from "fastify";
import type { SentInvitation } from "#contract/team.ts";
import { covers, isAdministrative } from "#domain/access/areas.ts";
import { invitationEnd, refuseInvitation } from "#domain/access/invitation.ts";
import type { Language } from "#domain/language.ts";
import { isLongPassword, minPasswordLengthFor } from "#domain/password-policy.ts";
import type { Actor } from "#server/audit/entry.ts";
import { createInvitationToken, hashInvitationToken, invitationLink } from "#server/auth/invitation-links.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { beginAttempt, invitationBuckets, invitationLimits } from "#server/auth/sign-in-throttle.ts";
import type { Reader } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import {
  findInvitationByHash,
  type InvitationRow,
  insertInvitation,
  invitationFacts,
  listInvitations,
  lockInvitation,
  recordInvitationMail,
  updateInvitation,
} from "#server/store/workspace/invitations.ts";
import { markRead } from "#server/store/workspace/notifications.ts";
import { readRole } from "#server/store/workspace/roles.ts";
import { joinTeams } from "#server/store/workspace/teams.ts";
import { findUser, findUserByEmail, insertUser, recordSignIn } from "#server/store/workspace/users.ts";
import { toCurrentUser } from "./current-user.ts";
import { publicOrigin } from "./endpoint-view.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { mailInvitation } from "./invitation-mail.ts";
import { openSession, setSessionCookies } from "./open-session.ts";
import { hashOrReject, requireGoodPassword } from "./password-problem.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { Problem } from "./problem.ts";
import { requireChosenRole, requireCovered } from "./require-rights.ts";

type Named = { firstName: string | null; lastName: string | null; email: string };
const nameOf = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

type Sending = { services: ApiServices; actor: Actor; caller: UserSession; request: FastifyRequest };
type NewLink = { id: string; email: string; language: Language; token: string };

/** Mails a link whose hash is stored, and records what became of the mail. */
const deliver = async (
  { services, actor, caller, request }: Sending,
  { id, email, language, token }: NewLink,
): Promise<SentInvitation> => {
  const link = invitationLink(publicOrigin(services, request), token);
  const inviter = nameOf(caller.user);
  const mail = await mailInvitation(services, { to: email, inviter, link, language });
  const [invitation] = await services.write(actor, async ({ tx, touch }) => {
    await recordInvitationMail(tx, hashInvitationToken(token), mail);
    touch("users");
    return listInvitations(tx, id);
  });
  if (!invitation) throw new Problem("not_found");
  return { invitation, link };
};

/** The invitation of a link that is valid now. Wrong links are limited by the address from which they come. */
const requireInvitation = async (
  { database }: ApiServices,
  request: FastifyRequest,
  token: string,
): Promise<InvitationRow> => {
  const attempt = await beginAttempt(database.db, invitationBuckets(request.ip), false, invitationLimits);
  if (!attempt.admitted) throw new Problem("throttled", { retryAfterSeconds: attempt.retryAfterSeconds });
  const invitation = await findInvitationByHash(database.db, hashInvitationToken(token));
  if (!invitation) throw new Problem("invitation_unknown");
  await attempt.succeeded();
  requirePending(invitation);
  await requireInviter(database.db, invitation);
  return invitation;
};

/** An invitation counts as taken back when its inviter has left, or could no longer give its role. */
const requireInviter = async (db: Reader, { invitedBy, role, roleId }: InvitationRow): Promise<void> => {
  const inviter = invitedBy === null ? undefined : await findUser(db, invitedBy);
  const holder = inviter?.active ? await readRole(db, inviter) : undefined;
  const offered = await readRole(db, { role, roleId });
  if (!holder || !covers(holder.permissions, offered.permissions)) throw new Problem("invitation_revoked");
};

const requirePending = (invitation: InvitationRow): void => {
  const refusal = refuseInvitation(invitationFacts(invitation), Date.now());
  if (refusal) throw new Problem(refusal);
};

export const invitationHandlers: Handlers["invitations"] = {
  list: ({ services: { database } }) => listInvitations(database.db),

  create: async ({ input: { body }, caller, actor, request, services }) => {
    const { email, language, teamIds } = body;
    const token = createInvitationToken();
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      if (await findUserByEmail(tx, email)) throw new Problem("already_exists");
      const { role, roleId, roleName } = await requireChosenRole(tx, { caller, request }, body.role);
      const created = await insertInvitation(
        tx,
        {
          email,
          role,
          roleId,
          teamIds,
          language,
          hash: hashInvitationToken(token),
          invitedBy: caller.user.id,
        },
        Date.now(),
      );
      if (created === undefined) throw new Problem("already_invited");
      audit({
        eventType: "data_change",
        entityType: "invitation",
        entityId: created,
        details: { kind: "user_invited", email, role, roleName },
        metadata: { teamIds },
      });
      touch("users");
      return created;
    });
    return deliver({ services, actor, caller, request }, { id, email, language, token });
  },

  resend: async ({ input: { params }, caller, actor, request, services }) => {
    const token = createInvitationToken();
    const { email, language } = await services.write(actor, async ({ tx, audit, touch }) => {
      const invitation = await lockInvitation(tx, params.id);
      if (!invitation) throw new Problem("not_found");
      requireCovered(caller, (await readRole(tx, invitation)).permissions);
      const now = Date.now();
      // An expired one is sent again, too.
      const refusal = refuseInvitation(invitationFacts(invitation), now);
      if (refusal && refusal !== "invitation_expired") throw new Problem(refusal);
      await updateInvitation(tx, params.id, {
        hash: hashInvitationToken(token),
        mail: "none",
        sentAt: new Date(now),
        expiresAt: new Date(invitationEnd(now)),
        invitedBy: caller.user.id,
      });
      audit({
        eventType: "data_change",
        entityType: "invitation",
        entityId: params.id,
        details: { kind: "invitation_resent", email: invitation.email },
      });
      touch("users");
      return { email: invitation.email, language: invitation.language as Language };
    });
    return deliver({ services, actor, caller, request }, { id: params.id, email, language, token });
  },

  revoke: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const invitation = await lockInvitation(tx, params.id);
      if (!invitation || invitation.revokedAt) throw new Problem("not_found");
      if (invitation.acceptedAt) throw new Problem("invitation_used");
      requireCovered(caller, (await readRole(tx, invitation)).permissions);
      await updateInvitation(tx, params.id, { revokedAt: new Date() });
      audit({
        eventType: "data_change",
        entityType: "invitation",
        entityId: params.id,
        details: { kind: "invitation_withdrawn", email: invitation.email },
      });
      touch("users");
    });
    return { ok: true };
  },

  lookUp: async ({ input: { body }, request, services }) => {
    const { db } = services.database;
    const invitation = await requireInvitation(services, request, body.token);
    const inviter = invitation.invitedBy === null ? undefined : await findUser(db, invitation.invitedBy);
    const { role, roleName, permissions } = await readRole(db, invitation);
    const { values } = await services.business();
    return {
      email: invitation.email,
      business: values.company_name ?? null,
      invitedBy: inviter ? nameOf(inviter) : null,
      role,
      roleName,
      minPasswordLength: minPasswordLengthFor(isAdministrative(permissions)),
      language: invitation.language as Language,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  },

  accept: async ({ input: { body }, caller, actor, request, reply, services }) => {
    const { firstName, lastName } = body;
    const { id, email, role, roleId } = await requireInvitation(services, request, body.token);
    // The link would open a session without the identity provider.
    if ((await services.identityProvider())?.onlySingleSignOn) throw new Problem("single_sign_on_only");
    const offered = await readRole(services.database.db, { role, roleId });
    await requireGoodPassword(
      body.password,
      { email, isAdministrative: isAdministrative(offered.permissions) },
      "password",
      preferredLanguage(request.headers),
    );
    const longPassword = isLongPassword(body.password);
    const password = await hashOrReject(body.password);
    const { sessionTimeout } = await services.general();
    const userId = newId();
    const { user, token } = await services.write({ ...actor, userId }, async ({ tx, audit, touch }) => {
      const invitation = await lockInvitation(tx, id);
      if (!invitation) throw new Problem("invitation_unknown");
      // It may have been accepted or taken back while the password was hashed.
      requirePending(invitation);
      await requireInviter(tx, invitation);
      const created = await insertUser(tx, {
        id: userId,
        email,
        password,
        longPassword,
        role,
        roleId,
        firstName,
        lastName,
        language: invitation.language,
      });
      if (!created) throw new Problem("already_exists");
      await joinTeams(tx, created.id, invitation.teamIds);
      // What happened before they came is no news to them.
      await markRead(tx, created.id, undefined);
      await updateInvitation(tx, id, { acceptedAt: new Date(), acceptedBy: created.id });
      const token = await openSession(tx, { caller, request, sessionTimeout }, created.id);
      await recordSignIn(tx, created.id, { longPassword });
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: created.id,
        details: { kind: "invitation_accepted", email },
        metadata: { invitationId: id, role: offered.roleName ?? role },
      });
      touch("users", "account");
      return { user: created, token };
    });
    setSessionCookies(reply, services, { token, email, device: undefined });
    return toCurrentUser(services, { ...user, ...offered, hasSecondFactor: false, hasPassword: true });
  },
};
