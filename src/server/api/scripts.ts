import { type VoiceScript as ShownScript, voiceScript as shownScript } from "#contract/scripts.ts";
import {
  deleteScript,
  insertScript,
  listScripts,
  lockScript,
  type Script,
  updateScript,
} from "#server/store/workspace/scripts.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const toScript = (script: Script): ShownScript =>
  shownScript.parse({
    ...script,
    createdAt: script.createdAt.toISOString(),
    updatedAt: script.updatedAt.toISOString(),
  });

export const scriptHandlers: Handlers["scripts"] = {
  list: async ({ services: { database } }) => (await listScripts(database.db)).map(toScript),

  create: async ({ input: { body }, actor, services: { write } }) => {
    const created = await write(actor, async ({ tx, audit, touch }) => {
      const script = await insertScript(tx, body);
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: script.id,
        description: `Added the script ${script.name}`,
      });
      touch("scripts");
      return script;
    });
    return toScript(created);
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...change } = body;
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockScript(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        description: `Changed the script ${before.name}`,
        metadata: { changed: change },
      });
      touch("scripts");
      return updateScript(tx, params.id, change);
    });
    if (!updated) throw new Problem("not_found");
    return toScript(updated);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockScript(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteScript(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        description: `Deleted the script ${before.name}`,
        metadata: { name: before.name, content: before.content },
      });
      touch("scripts");
    });
    return { ok: true };
  },
};
