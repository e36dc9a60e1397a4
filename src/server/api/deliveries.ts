import { channels } from "#domain/channels/channel.ts";
import { clear } from "#domain/compliance/clear.ts";
import { newId } from "#server/db/id.ts";
import { cancelAction, findAction, listActions, settleByHand } from "#server/store/action-list.ts";
import { findRecipients, readGateFacts } from "#server/store/gate-facts.ts";
import { insertActions } from "#server/store/runs.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const deliveryHandlers: Handlers["deliveries"] = {
  list: async ({ input: { query }, services: { database } }) => {
    const { limit, ...filter } = query;
    const rows = await listActions(database.db, filter, limit + 1);
    const actions = rows.slice(0, limit);
    return { actions, nextBefore: rows.length > limit ? (actions.at(-1)?.id ?? null) : null };
  },

  send: async ({ input: { params, body }, actor, services: { database, write } }) => {
    const { channel, template, text, subject, purpose } = body;
    if ((template === undefined) === (text === undefined))
      throw new Problem("invalid", { issues: [{ path: "text", message: "" }] });
    const id = newId();
    await write(actor, async ({ tx, audit, touch }) => {
      const [person] = await findRecipients(tx, [params.id]);
      if (!person) throw new Problem("not_found");
      await insertActions(tx, [
        {
          id,
          personId: params.id,
          ruleId: null,
          ruleRunId: null,
          type: channel,
          config: {
            ...(template === undefined ? { text } : { template }),
            ...(subject ? { subject } : {}),
            purpose,
          },
          notBefore: new Date().toISOString(),
          causedBy: null,
        },
      ]);
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: id,
        description: `Asked to send by ${channel}`,
        metadata: { personId: params.id, purpose },
      });
      touch("actions");
    });
    const made = await findAction(database.db, id);
    if (!made) throw new Problem("internal");
    return made;
  },

  check: async ({ input: { params, body }, services: { database, contactRules, addressHash } }) => {
    const recipients = await findRecipients(database.db, [params.id]);
    const now = Date.now();
    const rules = await contactRules.get(now);
    const facts = (await readGateFacts(database.db, recipients, rules, addressHash, now)).get(params.id);
    if (!facts) throw new Problem("not_found");
    return channels.map((channel) => {
      const ruling = clear(
        {
          personId: params.id,
          channel,
          purpose: body.purpose,
          content: "freeform",
          template: null,
          ruleId: null,
        },
        facts,
      );
      const until =
        ruling.kind === "wait" && ruling.until !== null ? new Date(ruling.until).toISOString() : null;
      return { channel, ruling: ruling.kind, until, reasons: ruling.reasons };
    });
  },

  cancel: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const action = await findAction(tx, params.id);
      if (!action) throw new Problem("not_found");
      if (!(await cancelAction(tx, params.id))) throw new Problem("conflict");
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: params.id,
        description: "Took back a message that waited",
      });
      touch("actions");
    });
    return { ok: true };
  },

  settle: async ({ input: { params, body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const action = await findAction(tx, params.id);
      if (!action) throw new Problem("not_found");
      if (!(await settleByHand(tx, params.id, body.outcome))) throw new Problem("conflict");
      audit({
        eventType: "data_change",
        entityType: "action",
        entityId: params.id,
        description: `Said that a send of unknown outcome was ${body.outcome}`,
      });
      touch("actions");
    });
    return { ok: true };
  },
};
