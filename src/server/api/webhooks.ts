import { isIP } from "node:net";
import type { EventDeliveryDetail, EventSubscription, EventSubscriptionInput } from "#contract/webhooks.ts";
import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import type { AuditDetails, AuditVerb } from "#domain/audit/audit-details.ts";
import { decideAttempt, type WebhookFailure } from "#domain/webhooks/decide-attempt.ts";
import { webhookExample } from "#domain/webhooks/event-kinds.ts";
import type { NewAuditEntry } from "#server/audit/entry.ts";
import type { Reader } from "#server/db/database.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";
import { sendWebhook, webhookBody } from "#server/pipeline/webhooks/send-webhook.ts";
import { createWebhookSecret, webhookKey } from "#server/pipeline/webhooks/signature.ts";
import { readAudience } from "#server/store/people/audience-context.ts";
import {
  findDelivery,
  insertTestDelivery,
  listDeliveries,
  newTestEvent,
  requeueDelivery,
  requeueFailed,
  type StoredDelivery,
} from "#server/store/webhooks/delivery-log.ts";
import { pauseSubscription } from "#server/store/webhooks/delivery-queue.ts";
import {
  insertSubscription,
  listSubscriptions,
  lockSubscription,
  replaceSecret,
  resumeSubscription,
  type SubscriptionRow,
  signingSecrets,
  updateSubscription,
} from "#server/store/webhooks/subscriptions.ts";
import type { WriteContext } from "#server/store/write.ts";
import { audienceUse } from "./audience-request.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** What is left of an address for those who may not change it. */
const hideAddress = (subscription: EventSubscription, permissions: Permissions): EventSubscription =>
  hasLevel(permissions, "integrations", "manage")
    ? subscription
    : { ...subscription, url: `${URL.parse(subscription.url)?.origin ?? ""}/…` };

const readSubscription = async (
  db: Reader,
  id: string,
  permissions: Permissions,
): Promise<EventSubscription> => {
  const [subscription] = await listSubscriptions(db, id);
  if (!subscription) throw new Problem("not_found");
  return hideAddress(subscription, permissions);
};

/** Public addresses by https; private ones and http only where the configuration allows the host. */
const isAllowedAddress = ({ mayConnect }: ApiServices, text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  // An address for documentation: a name that the configuration lists may lead to it, any other may not.
  const address = isIP(literal) === 0 ? "192.0.2.1" : literal;
  const isPrivateAllowed = !isPublicAddress(address) && mayConnect(url.hostname, port, address);
  if (isPrivateAllowed) return true;
  return url.protocol === "https:" && (isIP(literal) === 0 || isPublicAddress(literal));
};

type Checked = Partial<Pick<EventSubscriptionInput, "url" | "audience">>;

/** Refuses an address or a filter that cannot be used. */
export const checkSubscription = async (
  services: ApiServices,
  { url, audience }: Checked,
  user: Parameters<typeof requestLanguage>[0],
): Promise<void> => {
  const phrases = issuePhrases[requestLanguage(user)];
  const issues: { path: string; message: string }[] = [];
  if (url !== undefined && !isAllowedAddress(services, url))
    issues.push({ path: "url", message: phrases.webhookUrl });
  if (audience) {
    // A webhook belongs to no user, so its filter cannot refer to the user who looks at the list.
    const use = { ...(await audienceUse(services, "")), userId: null };
    const { compiled } = await readAudience(services.database.db, audience, use);
    if (!compiled.ok) {
      const { path, field } = compiled.problem;
      const message = field === null ? phrases.filter : phrases.filterRow(field);
      issues.push({ path: path === "" ? "audience" : `audience.${path}`, message });
    }
  }
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

export const changedWebhook = (verb: AuditVerb, name: string): AuditDetails => ({
  kind: "thing",
  verb,
  thing: "webhook",
  name,
});

export const webhookAudit = (
  id: string,
  details: AuditDetails,
  metadata?: Record<string, unknown>,
): NewAuditEntry => ({
  eventType: "settings_update",
  entityType: "webhook",
  entityId: id,
  details,
  ...(metadata ? { metadata } : {}),
});

/** Runs a change of an existing subscription. */
const change =
  (id: string, run: (row: SubscriptionRow, context: WriteContext) => Promise<void>) =>
  async (context: WriteContext): Promise<void> => {
    const row = await lockSubscription(context.tx, id);
    if (!row) throw new Problem("not_found");
    await run(row, context);
    context.touch("webhooks");
  };

const present = ({ data, ...stored }: StoredDelivery): EventDeliveryDetail => ({
  ...stored,
  request: webhookBody({ ...stored, id: stored.eventId, data }),
});

const readDelivery = async (db: Reader, id: string, eventId: string): Promise<EventDeliveryDetail> => {
  const stored = await findDelivery(db, id, eventId);
  if (!stored) throw new Problem("not_found");
  return present(stored);
};

export const webhookHandlers: Handlers["webhooks"] = {
  list: async ({ caller, services: { database } }) => ({
    subscriptions: (await listSubscriptions(database.db)).map((one) =>
      hideAddress(one, caller.user.permissions),
    ),
  }),

  create: async ({ input: { body }, caller, actor, request, services }) => {
    await checkSubscription(services, body, { caller, request });
    const secret = createWebhookSecret();
    const id = await services.write(actor, async ({ tx, audit, touch }) => {
      const made = await insertSubscription(tx, services.keyring, body, { secret, userId: caller.user.id });
      audit(
        webhookAudit(made, changedWebhook("added", body.name), {
          host: URL.parse(body.url)?.host,
          events: body.events,
        }),
      );
      touch("webhooks");
      return made;
    });
    return { ...(await readSubscription(services.database.db, id, caller.user.permissions)), secret };
  },

  update: async ({ input: { params, body }, caller, actor, request, services }) => {
    const { updatedAt, ...input } = body;
    await checkSubscription(services, input, { caller, request });
    await services.write(
      actor,
      change(params.id, async (row, { tx, audit }) => {
        if (updatedAt !== undefined && row.updatedAt.getTime() !== Date.parse(updatedAt))
          throw new Problem("conflict");
        await updateSubscription(tx, params.id, input);
        audit(
          webhookAudit(params.id, changedWebhook("changed", input.name ?? row.name), {
            fields: Object.keys(input),
            ...(input.url ? { host: URL.parse(input.url)?.host } : {}),
          }),
        );
      }),
    );
    return readSubscription(services.database.db, params.id, caller.user.permissions);
  },

  remove: async ({ input: { params }, actor, services }) => {
    await services.write(
      actor,
      change(params.id, async ({ name }, { tx, audit }) => {
        await updateSubscription(tx, params.id, { deletedAt: new Date() });
        audit(webhookAudit(params.id, changedWebhook("deleted", name)));
      }),
    );
    return { ok: true };
  },

  pause: async ({ input: { params }, caller, actor, services }) => {
    await services.write(
      actor,
      change(params.id, async ({ name }, { tx, audit }) => {
        if (await pauseSubscription(tx, params.id, "operator"))
          audit(webhookAudit(params.id, changedWebhook("paused", name)));
      }),
    );
    return readSubscription(services.database.db, params.id, caller.user.permissions);
  },

  resume: async ({ input: { params }, caller, actor, services }) => {
    await services.write(
      actor,
      change(params.id, async ({ name, state }, { tx, audit }) => {
        if (state === "active") return;
        await resumeSubscription(tx, params.id);
        audit(webhookAudit(params.id, changedWebhook("resumed", name)));
      }),
    );
    return readSubscription(services.database.db, params.id, caller.user.permissions);
  },

  rotateSecret: async ({ input: { params }, caller, actor, services }) => {
    const secret = createWebhookSecret();
    await services.write(
      actor,
      change(params.id, async (row, { tx, audit }) => {
        await replaceSecret(tx, services.keyring, row, secret, Date.now());
        audit(webhookAudit(params.id, { kind: "webhook_secret_replaced", name: row.name }));
      }),
    );
    return { ...(await readSubscription(services.database.db, params.id, caller.user.permissions)), secret };
  },

  test: async ({ input: { params, body }, actor, services }) => {
    const row = await services.write(actor, ({ tx }) => lockSubscription(tx, params.id));
    if (!row) throw new Problem("not_found");
    const now = Date.now();
    const event = newTestEvent(body.type, webhookExample(body.type), now);
    const target = {
      url: row.url,
      keys: signingSecrets(services.keyring, row, now).map(webhookKey),
      sandboxUrl: services.sandboxUrl,
    };
    const { answer, attempt } = await sendWebhook(services.egress, target, {
      ...event,
      createdAt: event.createdAt.toISOString(),
      isTest: true,
    });
    const decision = decideAttempt({ answer, attempts: 1, now, random: 0.5, failingSince: null });
    const failure: WebhookFailure | null = decision.kind === "delivered" ? null : decision.reason;
    await services.write(
      actor,
      change(params.id, async ({ name }, { tx, audit }) => {
        await insertTestDelivery(tx, params.id, event, { ...attempt, failure }, failure === null);
        audit(webhookAudit(params.id, { kind: "webhook_tested", name }, { type: body.type, failure }));
      }),
    );
    return readDelivery(services.database.db, params.id, event.id);
  },

  deliveries: async ({ input: { params, query }, services: { database } }) =>
    listDeliveries(database.db, params.id, query),

  delivery: ({ input: { params }, services: { database } }) =>
    readDelivery(database.db, params.id, params.eventId),

  resend: async ({ input: { params }, actor, services }) => {
    await services.write(
      actor,
      change(params.id, async ({ name }, { tx, audit }) => {
        if (!(await requeueDelivery(tx, params.id, params.eventId))) throw new Problem("not_found");
        audit(
          webhookAudit(
            params.id,
            { kind: "webhook_events_resent", name, count: 1 },
            {
              eventId: params.eventId,
            },
          ),
        );
      }),
    );
    return { ok: true };
  },

  resendFailed: async ({ input: { params }, actor, services }) => {
    let count = 0;
    await services.write(
      actor,
      change(params.id, async ({ name }, { tx, audit }) => {
        count = await requeueFailed(tx, params.id);
        audit(webhookAudit(params.id, { kind: "webhook_events_resent", name, count }));
      }),
    );
    return { count };
  },
};
