import { randomBytes } from "node:crypto";
import type { ExternalTaskView, WorkIntegration } from "#contract/work-integrations.ts";
import { findForbiddenRoutes } from "#domain/integrations/chat-routes.ts";
import type { WorkVendor } from "#server/connectors/work/work-vendor.ts";
import { findWorkVendor, pollKindOf, workVendors } from "#server/connectors/work/work-vendors.ts";
import { withWorkSession } from "#server/integrations/work-session.ts";
import { listColleagues } from "#server/store/conversations/colleagues.ts";
import { listChatUsers, unlinkChatUser } from "#server/store/integrations/chat-users.ts";
import { listRoutes, saveRoutes } from "#server/store/integrations/chats.ts";
import {
  addExternalTasks,
  type ExternalTask,
  findExternalTask,
  listExternalTasks,
} from "#server/store/integrations/external-tasks.ts";
import {
  deleteHookSecrets,
  readHookSecrets,
  saveHookSecret,
} from "#server/store/integrations/hook-secrets.ts";
import {
  addWork,
  readWorkSummary,
  retryWork,
  reviveWork,
} from "#server/store/integrations/integration-work.ts";
import { queuePoll } from "#server/store/integrations/poll-cursors.ts";
import { findPresentPeople } from "#server/store/people/person-name.ts";
import { publicOrigin } from "./endpoint-view.ts";
import type { ApiCall, Handlers } from "./handler.ts";
import { beginOAuth, endOAuth, presentOAuth } from "./oauth-connect.ts";
import { Problem } from "./problem.ts";
import { closedConnectionProblem, requestLanguage } from "./vendor-problems.ts";

type WorkCall = Pick<
  ApiCall<typeof import("#contract/work-integrations.ts").workIntegrationsApi["get"]>,
  "services" | "request" | "caller"
>;

const vendorOf = (service: string): WorkVendor => {
  const vendor = findWorkVendor(service);
  if (!vendor) throw new Problem("not_found");
  return vendor;
};

/** Simulators reach this machine only at its own address. */
const webhookUrlOf = ({ services, request }: WorkCall, service: string, isSimulated: boolean): string => {
  const origin = isSimulated ? `${request.protocol}://${request.host}` : publicOrigin(services, request);
  return `${origin}/hooks/integrations/${service}`;
};

/** Asana confirms by a secret of its own, Telegram by sending ours; nothing is agreed with Facebook. */
const isAgreed = (vendor: WorkVendor, secrets: { token?: string; secret?: string }): boolean => {
  if (vendor.leads || !vendor.subscribe) return true;
  return vendor.webhook.handshake ? secrets.secret !== undefined : secrets.token !== undefined;
};

const present = async (call: WorkCall, service: string): Promise<WorkIntegration> => {
  const vendor = vendorOf(service);
  const { database, keyring, vendors } = call.services;
  const { db } = database;
  const { waiting, failures } = await readWorkSummary(db, service);
  const accounts = new Map((await listChatUsers(db, service)).map((user) => [user.userId, user]));
  const opened = await vendors.open(vendor.connector);
  const isSimulated = opened.ok && opened.mode === "sandbox";
  return {
    service,
    does: {
      leads: Boolean(vendor.leads),
      chat: Boolean(vendor.chat),
      tasks: Boolean(vendor.tasks),
      automation: Boolean(vendor.automation),
    },
    webhookUrl: webhookUrlOf(call, service, isSimulated),
    canSubscribe: vendor.subscribe !== undefined,
    isSubscribed: isAgreed(vendor, await readHookSecrets(db, keyring, service)),
    waiting,
    failures: failures.map((failure) => ({ ...failure, at: failure.at.toISOString() })),
    routes: await listRoutes(db, service),
    users: (await listColleagues(db)).map(({ id, name }) => ({
      id,
      name,
      externalId: accounts.get(id)?.externalId ?? null,
      linkedAt: accounts.get(id)?.linkedAt ?? null,
    })),
    oauth: await presentOAuth(call, vendor.connector),
  };
};

const toView = (task: ExternalTask): ExternalTaskView => ({
  ...task,
  label: findWorkVendor(task.service)?.connector.label ?? task.service,
});

export const workIntegrationHandlers: Handlers["workIntegrations"] = {
  get: (call) => present(call, call.input.params.service),

  saveChat: async (call) => {
    const { service } = call.input.params;
    const { connector, chat } = vendorOf(service);
    if (!chat) throw new Problem("not_found");
    const { routes } = call.input.body;
    if (new Set(routes.map(({ kind }) => kind)).size < routes.length) throw new Problem("invalid");
    await call.services.write(call.actor, async ({ tx, audit, touch }) => {
      const forbidden = findForbiddenRoutes(
        call.caller.user.permissions,
        await listRoutes(tx, service),
        routes,
      );
      if (forbidden.length > 0) throw new Problem("forbidden");
      await saveRoutes(tx, service, routes);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: service,
        details: { kind: "thing", verb: "changed", thing: "channels", name: connector.label },
        metadata: { routes },
      });
      touch("integration-work");
    });
    return present(call, service);
  },

  unlinkUser: async (call) => {
    const { service, userId } = call.input.params;
    const { connector, chat } = vendorOf(service);
    if (!chat) throw new Problem("not_found");
    await call.services.write(call.actor, async ({ tx, audit, touch }) => {
      if (!(await unlinkChatUser(tx, service, userId))) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "user",
        entityId: userId,
        details: { kind: "chat_account_unlinked", name: connector.label },
      });
      touch("integration-work", "account");
    });
    return present(call, service);
  },

  subscribe: async (call) => {
    const { service } = call.input.params;
    const vendor = vendorOf(service);
    const { subscribe, connector } = vendor;
    if (!subscribe) throw new Problem("not_found");
    const { vendors, write, keyring } = call.services;
    const opened = await vendors.open(connector);
    if (!opened.ok) throw closedConnectionProblem(opened);
    const token = randomBytes(24).toString("base64url");
    // Stored first, because the vendor may prove the address before it answers.
    await write(call.actor, async ({ tx, audit }) => {
      await deleteHookSecrets(tx, service);
      await saveHookSecret(tx, keyring, service, "token", token);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: service,
        details: { kind: "reports_asked", name: connector.label },
      });
    });
    const url = webhookUrlOf(call, service, opened.mode === "sandbox");
    const result = await withWorkSession(vendors, vendor, ({ run }) => run(subscribe, { url, token }));
    if (!result.ok) {
      await write(call.actor, async ({ tx, touch }) => {
        await deleteHookSecrets(tx, service);
        touch("integration-work");
      });
      throw new Problem("vendor_failed", { message: result.error.message[requestLanguage(call)] });
    }
    // What was sent before the vendor reports is listed once.
    const poll = pollKindOf(vendor);
    if (poll) await write(call.actor, ({ tx }) => queuePoll(tx, service, poll));
    return present(call, service);
  },

  connect: (call) => beginOAuth(call, vendorOf(call.input.params.service).connector),

  disconnect: async (call) => {
    const { service } = call.input.params;
    await endOAuth(call, vendorOf(service).connector);
    return present(call, service);
  },

  retry: async (call) => {
    const { service } = call.input.params;
    const { connector } = vendorOf(service);
    await call.services.write(call.actor, async ({ tx, touch, audit }) => {
      const waiting = await retryWork(tx, service);
      const failed = await reviveWork(tx, service);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: service,
        details: { kind: "work_retried", name: connector.label },
        metadata: { waiting, failed },
      });
      touch("integration-work");
    });
    return present(call, service);
  },

  listTasks: async ({ input: { params }, services: { database, vendors } }) => {
    const tasks = await listExternalTasks(database.db, params.id);
    const able = await Promise.all(
      workVendors
        .filter((vendor) => vendor.tasks || vendor.automation)
        .map(async (vendor) => ({ vendor, opened: await vendors.open(vendor.connector) })),
    );
    const ready = able.filter(({ opened }) => opened.ok);
    const named = (does: (vendor: WorkVendor) => unknown) =>
      ready
        .filter(({ vendor }) => does(vendor))
        .map(({ vendor: { connector } }) => ({ service: connector.id, label: connector.label }));
    return {
      tasks: tasks.map(toView),
      services: named((vendor) => vendor.tasks),
      automations: named((vendor) => vendor.automation),
    };
  },

  addTask: async ({ input: { params, body }, actor, services: { write, database }, caller }) => {
    const { connector, tasks } = vendorOf(body.service);
    if (!tasks) throw new Problem("not_found");
    const id = await write(actor, async ({ tx, audit, touch }) => {
      if ((await findPresentPeople(tx, [params.id])).length === 0) throw new Problem("not_found");
      const [added] = await addExternalTasks(tx, [
        {
          service: connector.id,
          personId: params.id,
          title: body.title,
          madeBy: "user",
          createdBy: caller.user.id,
        },
      ]);
      audit({
        eventType: "data_change",
        entityType: "task",
        entityId: added ?? "",
        details: { kind: "external_task_asked", name: connector.label },
        metadata: { personId: params.id },
      });
      touch("integration-work", "threads");
      return added;
    });
    const task = id === undefined ? undefined : await findExternalTask(database.db, id);
    if (!task) throw new Problem("internal");
    return toView(task);
  },

  trigger: async ({ input: { params, body }, actor, services: { write }, caller: { user } }) => {
    const { connector } = vendorOf(body.service);
    await write(actor, async ({ tx, audit, touch }) => {
      if ((await findPresentPeople(tx, [params.id])).length === 0) throw new Problem("not_found");
      const by = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
      await addWork(tx, [
        {
          service: connector.id,
          kind: "hook_trigger",
          personId: params.id,
          payload: { source: "user", by, note: body.note },
        },
      ]);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: params.id,
        details: { kind: "workflow_started", name: connector.label },
      });
      touch("integration-work");
    });
    return { ok: true };
  },
};
