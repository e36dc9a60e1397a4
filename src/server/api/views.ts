import type { ViewInput } from "#contract/audiences.ts";
import { hasLevel } from "#domain/access/areas.ts";
import { isPartial } from "#domain/access/record-scope.ts";
import { compileAudience } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import type { Language } from "#domain/language.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { type AudienceUse, readAudienceReferences } from "#server/store/people/audience-context.ts";
import {
  deleteView,
  findSegmentUses,
  insertView,
  isSegmentNameUsed,
  listViews,
  lockView,
  presentView,
  saveViewOrder,
  updateView,
  type ViewRow,
} from "#server/store/people/views.ts";
import { audienceUse } from "./audience-request.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const readContext = async (db: Reader, use: AudienceUse): Promise<AudienceContext> => ({
  ...use,
  ...(await readAudienceReferences(db)),
});

/** What all users see, and rules use, is changed by operators who have everybody's records. */
const requireLevel = (isShared: boolean, { permissions, scopes }: UserSession["user"]): void => {
  if (isShared && (isPartial(scopes) || !hasLevel(permissions, "people", "work")))
    throw new Problem("forbidden");
};

/** Refuses an audience that cannot be read, with the row that is the cause. A segment must not lead to itself. */
const checkAudience = (
  audience: ViewInput["audience"],
  segmentId: string | null,
  context: AudienceContext,
  language: Language,
): void => {
  const compiled =
    segmentId === null
      ? compileAudience(audience, context)
      : compileAudience(
          { field: `segment.${segmentId}`, op: "in" },
          { ...context, segments: new Map([...context.segments, [segmentId, audience]]) },
        );
  if (compiled.ok) return;
  const { path, field } = compiled.problem;
  const phrases = issuePhrases[language];
  throw new Problem("invalid", {
    issues: [
      {
        path: path === "" ? "audience" : `audience.${path}`,
        message: field === null ? phrases.filter : phrases.filterRow(field),
      },
    ],
  });
};

/** Refuses to take away a segment that is referred to, and names where. */
const requireUnused = async (tx: Tx, { id, kind }: ViewRow, userId: string): Promise<void> => {
  if (kind !== "segment") return;
  const uses = await findSegmentUses(tx, id, userId);
  if (uses.length === 0) return;
  throw new Problem("in_use", {
    issues: uses.map((use) => ({ path: `${use.place}.${use.id}`, message: use.name })),
  });
};

const auditDetails = (
  verb: "added" | "changed" | "deleted",
  { kind, name }: Pick<ViewRow, "kind" | "name">,
): AuditDetails => ({ kind: "thing", verb, thing: kind, name });

export const viewHandlers: Handlers["views"] = {
  list: async ({ caller, services }) => {
    const { db } = services.database;
    const use = await audienceUse(services, caller.user.id);
    const [rows, context] = await Promise.all([listViews(db, caller.user.id), readContext(db, use)]);
    // Rules refer to segments; the filters of views name people.
    const listed = seesPeople(caller.user.permissions) ? rows : rows.filter(({ kind }) => kind === "segment");
    return { views: listed.map((row) => presentView(row, context)) };
  },

  create: async ({ input: { body }, actor, caller, request, services }) => {
    const { shared, ...input } = body;
    const isShared = shared || input.kind === "segment";
    requireLevel(isShared, caller.user);
    const use = await audienceUse(services, caller.user.id);
    return services.write(actor, async ({ tx, audit, touch }) => {
      const context = await readContext(tx, use);
      checkAudience(input.audience, null, context, requestLanguage({ caller, request }));
      const row = await insertView(
        tx,
        { ...input, ownerId: isShared ? null : caller.user.id },
        caller.user.id,
      );
      if (!row) throw new Problem("already_exists");
      audit({
        eventType: "data_change",
        entityType: "view",
        entityId: row.id,
        details: auditDetails("added", row),
        metadata: { after: body },
      });
      touch("views");
      return presentView(row, context);
    });
  },

  order: async ({ input: { body }, actor, caller, services: { write } }) => {
    await write(actor, async ({ tx, touch }) => {
      await saveViewOrder(tx, caller.user.id, body.ids);
      touch("views");
    });
    return { ok: true };
  },

  update: async ({ input: { params, body }, actor, caller, request, services }) => {
    const { updatedAt, shared, ...change } = body;
    const use = await audienceUse(services, caller.user.id);
    return services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockView(tx, params.id, caller.user.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const kind = change.kind ?? before.kind;
      const isShared = kind === "segment" || (shared ?? before.ownerId === null);
      requireLevel(isShared || before.ownerId === null, caller.user);
      const context = await readContext(tx, use);
      if (change.audience)
        checkAudience(
          change.audience,
          kind === "segment" ? params.id : null,
          context,
          requestLanguage({ caller, request }),
        );
      if (kind === "view") await requireUnused(tx, before, caller.user.id);
      if (kind === "segment" && (await isSegmentNameUsed(tx, change.name ?? before.name, params.id)))
        throw new Problem("already_exists");
      const after = await updateView(tx, params.id, {
        ...change,
        ownerId: isShared ? null : (before.ownerId ?? caller.user.id),
      });
      audit({
        eventType: "data_change",
        entityType: "view",
        entityId: params.id,
        details: auditDetails("changed", before),
        metadata: { after: body },
      });
      touch("views");
      return presentView(after, await readContext(tx, use));
    });
  },

  remove: async ({ input: { params }, actor, caller, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockView(tx, params.id, caller.user.id);
      if (!before) throw new Problem("not_found");
      requireLevel(before.ownerId === null, caller.user);
      await requireUnused(tx, before, caller.user.id);
      await deleteView(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "view",
        entityId: params.id,
        details: auditDetails("deleted", before),
      });
      touch("views");
    });
    return { ok: true };
  },
};
