import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { postReport } from "#sandbox/report.ts";
import {
  pathParam,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const failure = (status: number, message: string): SimulatedResponse => ({
  status,
  body: {
    errors: [
      {
        message,
        help: "For more information on API status codes and how to handle them, read the docs on errors: https://developers.asana.com/docs/errors",
      },
    ],
  },
});
const tooMany = (): SimulatedResponse =>
  failure(429, "You have made too many requests recently. Please, be chill.");

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () => failure(401, "Not Authorized"),
  rateLimited: tooMany,
  notFound: () => failure(404, "No matching route for request"),
};

type Task = {
  gid: string;
  resource_type: "task";
  name: string;
  notes: string;
  completed: boolean;
  completed_at: string | null;
  modified_at: string;
  permalink_url: string;
  projects: string[];
};
type Hook = { gid: string; resource: string; target: string; secret: string };

const path = "/api/1.0";
const unknownObject = (gid: string) => failure(404, `task: Unknown object: ${gid}`);
const firstTaskGid = 1_200_000_000_001_000;

const dataOf = (request: FastifyRequest): Record<string, unknown> =>
  (request.body as { data?: Record<string, unknown> } | null)?.data ?? {};

/** Only what was asked for, besides the id. */
const present = (task: Task, request: FastifyRequest): Record<string, unknown> => {
  const names = (queryParam(request, "opt_fields") ?? "name").split(",");
  const shown = Object.entries(task).filter(([name]) => names.includes(name));
  return { gid: task.gid, resource_type: "task", ...Object.fromEntries(shown) };
};

const mountTasks = (app: FastifyInstance, hooks: Hook[], context: SandboxContext): void => {
  const tasks = new Map<string, Task>();

  const report = (task: Task, field: string): void => {
    for (const { resource, target, secret } of hooks) {
      if (!task.projects.includes(resource)) continue;
      const body = JSON.stringify({
        events: [
          {
            user: { gid: "1200000000000001", resource_type: "user" },
            created_at: new Date().toISOString(),
            action: "changed",
            resource: { gid: task.gid, resource_type: "task", resource_subtype: "default_task" },
            parent: null,
            change: { field, action: "changed" },
          },
        ],
      });
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      postReport(context, {
        vendor: "asana",
        url: target,
        body,
        headers: () => ({ "x-hook-signature": signature }),
      });
    }
  };

  app.post(`${path}/tasks`, async (request, reply) => {
    const { name, notes = "", projects = [] } = dataOf(request);
    if (!Array.isArray(projects) || projects.length === 0)
      return sendResponse(reply, failure(400, "You should specify one of workspace, parent, projects"));
    if (projects.some((project) => !/^\d+$/.test(String(project))))
      return sendResponse(reply, failure(400, `projects: [0]: Not a valid GID type: "${projects[0]}"`));
    const gid = String(firstTaskGid + tasks.size);
    const task: Task = {
      gid,
      resource_type: "task",
      name: String(name ?? ""),
      notes: String(notes),
      completed: false,
      completed_at: null,
      modified_at: new Date().toISOString(),
      permalink_url: `https://app.asana.com/0/${projects[0]}/${gid}`,
      projects: projects.map(String),
    };
    tasks.set(gid, task);
    return sendResponse(reply, { status: 201, body: { data: present(task, request) } });
  });
  app.get(`${path}/tasks`, async (request) => {
    const [project, since] = [queryParam(request, "project"), queryParam(request, "modified_since")];
    const found = [...tasks.values()].filter(
      (task) => task.projects.includes(project ?? "") && (!since || task.modified_at >= since),
    );
    const limit = Number(queryParam(request, "limit") ?? 20);
    const start = Number(queryParam(request, "offset") ?? 0);
    const hasMore = found.length > start + limit;
    return {
      data: found.slice(start, start + limit).map((task) => present(task, request)),
      next_page: hasMore ? { offset: String(start + limit) } : null,
    };
  });
  app.get(`${path}/tasks/:gid`, async (request, reply) => {
    const task = tasks.get(pathParam(request, "gid"));
    return task
      ? { data: present(task, request) }
      : sendResponse(reply, unknownObject(pathParam(request, "gid")));
  });
  app.put(`${path}/tasks/:gid`, async (request, reply) => {
    const task = tasks.get(pathParam(request, "gid"));
    if (!task) return sendResponse(reply, unknownObject(pathParam(request, "gid")));
    const { completed } = dataOf(request);
    const now = new Date().toISOString();
    if (typeof completed === "boolean" && completed !== task.completed) {
      Object.assign(task, { completed, completed_at: completed ? now : null, modified_at: now });
      report(task, "completed");
    }
    return { data: present(task, request) };
  });
  app.delete(`${path}/tasks/:gid`, async (request) => {
    tasks.delete(pathParam(request, "gid"));
    return { data: {} };
  });
};

const mountWebhooks = (app: FastifyInstance, hooks: Hook[], { callbacks }: SandboxContext): void => {
  app.post(`${path}/webhooks`, async (request, reply) => {
    const { resource, target } = dataOf(request) as { resource?: string; target?: string };
    if (!resource || !target) return sendResponse(reply, failure(400, "resource: Missing input"));
    if (hooks.some((hook) => hook.resource === resource && hook.target === target))
      return sendResponse(reply, failure(403, "A webhook with this resource and target already exists"));
    const secret = randomBytes(32).toString("hex");
    // The target has to repeat the secret before the webhook exists.
    const answer = await callbacks.post({
      vendor: "asana",
      url: target,
      headers: { "content-type": "application/json", "x-hook-secret": secret },
      body: "{}",
    });
    if (!answer || answer.status >= 300 || answer.headers["x-hook-secret"] !== secret)
      return sendResponse(
        reply,
        failure(400, "The remote server did not respond with the handshake secret."),
      );
    const hook = { gid: String(43_000 + hooks.length), resource, target, secret };
    hooks.push(hook);
    return sendResponse(reply, {
      status: 201,
      body: {
        data: { gid: hook.gid, resource_type: "webhook", active: true, resource: { gid: resource }, target },
      },
    });
  });
};

export const asana: Vendor = {
  id: "asana",
  interruptions: {
    unauthorized: () => failure(401, "Not Authorized"),
    "rate-limited": () => ({ ...tooMany(), headers: { "retry-after": "1" } }),
    "rate-limited-bare": tooMany,
    "server-error": () => failure(500, "Server Error"),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    const hooks: Hook[] = [];
    app.get(`${path}/users/me`, async () => ({
      data: {
        gid: "1200000000000001",
        resource_type: "user",
        name: "Faro Sandbox",
        email: "sandbox@faro.example",
        workspaces: [{ gid: "1200000000000002", resource_type: "workspace", name: "Faro" }],
      },
    }));
    mountTasks(app, hooks, context);
    mountWebhooks(app, hooks, context);
  },
};
