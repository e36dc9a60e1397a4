import { system } from "#server/audit/entry.ts";
import type { TemplateUpdate } from "#server/connectors/messaging/messenger.ts";
import { wakeForTemplate } from "#server/store/delivery/actions.ts";
import { saveApproval } from "#server/store/delivery/templates.ts";
import type { ReceiveContext } from "./record-inbound.ts";

/** Stores what a vendor has decided about a template; messages that waited for its approval are looked at again. */
export const processTemplateUpdate = (
  update: TemplateUpdate,
  { write }: Pick<ReceiveContext, "write">,
): Promise<void> =>
  write(system, async ({ tx, audit, touch }) => {
    const template = await saveApproval(tx, update);
    if (!template) return;
    audit({
      eventType: "data_change",
      entityType: "template",
      entityId: template.id,
      details: {
        kind: "template_reviewed",
        name: template.title,
        state: update.state,
        reason: update.reason,
      },
    });
    if (update.state === "approved" && (await wakeForTemplate(tx, template.name)) > 0) touch("actions");
    touch("rules");
  });
