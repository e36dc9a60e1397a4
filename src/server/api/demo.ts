import { workspace } from "#contract/workspace.ts";
import { clearDemo } from "#server/demo/empty-workspace.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const demoHandlers: Pick<Handlers["workspace"], "empty"> = {
  empty: async ({ actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      // Somebody else was faster, or this never was the demo.
      if (!(await clearDemo(tx))) throw new Problem("conflict");
      audit({
        eventType: "data_change",
        entityType: "workspace",
        entityId: "demo",
        description: "Deleted the sample data of the demo workspace",
      });
      touch(...workspace.empty.topics, "settings");
    });
    return { ok: true };
  },
};
