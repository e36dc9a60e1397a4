import type { EventHook } from "#contract/event-hooks.ts";
import { hasLevel } from "#domain/access/areas.ts";
import { webhookExample } from "#domain/webhooks/event-kinds.ts";
import { createWebhookSecret } from "#server/pipeline/webhooks/signature.ts";
import { newTestEvent } from "#server/store/webhooks/delivery-log.ts";
import {
  countHooksOfToken,
  insertSubscription,
  listHooksOfToken,
  lockSubscription,
  updateSubscription,
} from "#server/store/webhooks/subscriptions.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { changedWebhook, checkSubscription, webhookAudit } from "./webhooks.ts";

/** More are a program that subscribes again and again without removing. */
const maxHooks = 200;

const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

export const eventHookHandlers: Handlers["eventHooks"] = {
  list: async ({ caller, services: { database } }) => ({
    hooks: caller.token ? await listHooksOfToken(database.db, caller.token.id) : [],
  }),

  subscribe: async ({ input: { body }, caller, actor, request, services }) => {
    // Everything about people would go to an address that the caller chooses.
    if (!hasLevel(caller.user.permissions, "integrations", "manage")) throw new Problem("forbidden");
    await checkSubscription(services, { url: body.url }, { caller, request });
    const secret = createWebhookSecret();
    const name = body.name ?? `${caller.token?.name ?? hostOf(body.url)}: ${body.event}`;
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      if (caller.token && (await countHooksOfToken(tx, caller.token.id)) >= maxHooks)
        throw new Problem("too_many_hooks");
      const made = await insertSubscription(
        tx,
        services.keyring,
        { name: name.slice(0, 200), url: body.url, events: [body.event], audience: null },
        { secret, userId: caller.user.id, tokenId: caller.token?.id ?? null },
      );
      audit(
        webhookAudit(made, changedWebhook("added", name), {
          host: hostOf(body.url),
          events: [body.event],
        }),
      );
      touch("webhooks");
      return made;
    });
    const hook: EventHook = {
      id,
      event: body.event,
      name: name.slice(0, 200),
      state: "active",
      createdAt: new Date().toISOString(),
    };
    return { ...hook, secret };
  },

  unsubscribe: async ({ input: { params }, caller, actor, services }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      const row = await lockSubscription(tx, params.id);
      // Those of others do not exist for a program.
      if (!row || !caller.token || row.tokenId !== caller.token.id) throw new Problem("not_found");
      await updateSubscription(tx, params.id, { deletedAt: new Date() });
      audit(webhookAudit(params.id, changedWebhook("deleted", row.name)));
      touch("webhooks");
    });
    return { ok: true };
  },

  samples: async ({ input: { params } }) => {
    const { id, createdAt, data } = newTestEvent(params.event, webhookExample(params.event), Date.now());
    return [{ id, type: params.event, timestamp: createdAt.toISOString(), test: true, data }];
  },
};
