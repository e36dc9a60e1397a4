import { hasLevel } from "#domain/access/areas.ts";
import { tokenLifeDays } from "#domain/api-access/token.ts";
import { createTokenValue, hashApiToken, isAddressRange } from "#server/auth/api-tokens.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import {
  insertApiToken,
  listApiTokens,
  resumeApiToken,
  revokeApiToken,
} from "#server/store/workspace/api-tokens.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const dayMs = 86_400_000;

/** Whose tokens the caller may see and end; null for everybody's. */
const ownerFor = ({ user }: UserSession): string | null =>
  hasLevel(user.permissions, "integrations", "manage") ? null : user.id;

export const tokenHandlers: Handlers["tokens"] = {
  list: async ({ caller, services: { database } }) => ({
    tokens: await listApiTokens(database.db, ownerFor(caller)),
  }),

  create: async ({ input: { body }, caller, actor, request, services: { write, database } }) => {
    const phrases = issuePhrases[requestLanguage({ caller, request })];
    const now = Date.now();
    const expiresAt = body.expiresAt ? Date.parse(body.expiresAt) : now + tokenLifeDays.default * dayMs;
    const issues = [
      ...body.addresses.flatMap((address, at) =>
        isAddressRange(address) ? [] : [{ path: `addresses.${at}`, message: phrases.addressRange }],
      ),
      ...(expiresAt <= now || expiresAt > now + tokenLifeDays.most * dayMs
        ? [{ path: "expiresAt", message: phrases.tokenLife }]
        : []),
    ];
    if (issues.length > 0) throw new Problem("invalid", { issues });
    const token = createTokenValue();
    const id = await write(actor, async ({ tx, audit, touch }) => {
      const made = await insertApiToken(tx, {
        userId: caller.user.id,
        name: body.name,
        hash: hashApiToken(token),
        ending: token.slice(-4),
        scopes: [...new Set(body.scopes)],
        addresses: body.addresses,
        isForAssistant: body.isForAssistant,
        expiresAt: new Date(expiresAt),
      });
      audit({
        eventType: "settings_update",
        entityType: "token",
        entityId: made,
        details: { kind: "thing", verb: "made", thing: "token", name: body.name },
        metadata: {
          scopes: body.scopes,
          addresses: body.addresses,
          isForAssistant: body.isForAssistant,
          expiresAt: new Date(expiresAt).toISOString(),
        },
      });
      touch("tokens");
      return made;
    });
    const view = (await listApiTokens(database.db, caller.user.id)).find((one) => one.id === id);
    if (!view) throw new Problem("not_found");
    return { ...view, token };
  },

  resume: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const name = await resumeApiToken(tx, params.id, ownerFor(caller));
      if (name === undefined) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "token",
        entityId: params.id,
        details: { kind: "token_allowed_again", name },
      });
      touch("tokens");
    });
    return { ok: true };
  },

  revoke: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const name = await revokeApiToken(tx, params.id, ownerFor(caller));
      if (name === undefined) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "token",
        entityId: params.id,
        details: { kind: "thing", verb: "revoked", thing: "token", name },
      });
      touch("tokens");
    });
    return { ok: true };
  },
};
