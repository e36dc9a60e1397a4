import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { asana } from "#server/connectors/asana.ts";
import {
  defineOperation,
  type ErrorClassifier,
  type OperationCall,
  operationRequest,
} from "#server/connectors/operation.ts";
import { isGone, type OperationResult } from "#server/connectors/operation-result.ts";
import { bearerAuth, jsonPost, maxListBytes } from "#server/connectors/vendor-request.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { hasHexSignature } from "./hex-signature.ts";
import {
  findTaskInput,
  type RemoteTask,
  readTaskInput,
  subscribeInput,
  taskInput,
  type VendorReport,
  type WorkVendor,
} from "./work-vendor.ts";

const { label } = asana;

/** 150 requests a minute without a paid plan. */
const rate = { requests: 140, perMs: 60_000 };
const retry = retryPolicies.vendorOperation;
const maxPages = 5;

/** A payment that is required is, like a missing right, for an operator to settle. */
const classify: ErrorClassifier = ({ status }) => (status === 402 ? "auth" : undefined);

const shown = "opt_fields=completed,completed_at,permalink_url";
const task = z.object({
  gid: z.string(),
  completed: z.boolean().default(false),
  completed_at: z.iso.datetime({ offset: true }).nullish(),
  permalink_url: z.url().nullish(),
});

const toRemoteTask = ({ gid, completed, completed_at, permalink_url }: z.infer<typeof task>): RemoteTask => ({
  externalId: gid,
  url: permalink_url ?? null,
  completedAt: completed ? (completed_at ?? new Date().toISOString()) : null,
});

const request = <T>(
  call: OperationCall,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(
    label,
    call,
    { path: `/api/1.0${path}`, maxBytes: maxListBytes, ...(body === undefined ? {} : jsonPost(body)) },
    schema,
    classify,
  );

/** The last line of a task's notes. Asana's own external ids work only for OAuth apps. */
const marker = (id: string): string => `Faro ${id}`;

const projectOf = ({ settings }: OperationCall): string => String(settings.projectGid ?? "");
const noProject: OperationResult<never> = {
  ok: false,
  error: {
    kind: "auth",
    message: { en: "Enter the project of Asana", es: "Escriba el proyecto de Asana" },
    mayHaveHappened: false,
  },
};

const tooManyTasks: OperationResult<never> = {
  ok: false,
  error: {
    kind: "transient",
    message: {
      en: "The project of Asana has too many new tasks to look this one up",
      es: "El proyecto de Asana tiene demasiadas tareas nuevas para buscar esta",
    },
    mayHaveHappened: false,
  },
};

const createTask = defineOperation({
  name: "create_task",
  input: taskInput,
  idempotency: "none",
  rate,
  retry,
  run: async (call, { id, title, notes }) => {
    const project = projectOf(call);
    if (project === "") return noProject;
    const data = { name: title, notes: `${notes}\n\n${marker(id)}`, projects: [project] };
    const result = await request(call, `/tasks?${shown}`, { data }, z.object({ data: task }));
    return result.ok ? { ok: true, value: toRemoteTask(result.value.data) } : result;
  },
});

const page = z.object({
  data: z.array(task.extend({ notes: z.string().default("") })),
  next_page: z.object({ offset: z.string() }).nullish(),
});

const findTask = defineOperation({
  name: "find_task",
  input: findTaskInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { id, since }) => {
    const project = projectOf(call);
    if (project === "") return noProject;
    const base = `/tasks?project=${encodeURIComponent(project)}&modified_since=${encodeURIComponent(since)}&limit=100&${shown},notes`;
    let offset = "";
    for (let count = 0; count < maxPages; count++) {
      const result = await request(call, `${base}${offset}`, undefined, page);
      if (!result.ok) return result;
      const found = result.value.data.find(({ notes }) => notes.trimEnd().endsWith(marker(id)));
      if (found) return { ok: true, value: toRemoteTask(found) };
      const next = result.value.next_page?.offset;
      if (next === undefined) return { ok: true, value: null };
      offset = `&offset=${encodeURIComponent(next)}`;
    }
    // The task may be on a page that was not read, so it must not be made again.
    return tooManyTasks;
  },
});

const readTask = defineOperation({
  name: "read_task",
  input: readTaskInput,
  idempotency: "read",
  rate,
  retry,
  run: async (call, { externalId }) => {
    const result = await operationRequest(
      label,
      call,
      { path: `/api/1.0/tasks/${externalId}?${shown}`, expectedStatus: 404 },
      z.object({ data: task }),
      classify,
    );
    if (result.ok) return { ok: true, value: toRemoteTask(result.value.data) };
    // A task that was deleted.
    return isGone(result.error) ? { ok: true, value: null } : result;
  },
});

/** Asana proves the address while this request runs, so the handshake must be answered meanwhile. */
const subscribe = defineOperation({
  name: "establish_webhook",
  input: subscribeInput,
  idempotency: "none",
  rate,
  retry,
  run: async (call, { url, token }) => {
    const resource = projectOf(call);
    if (resource === "") return noProject;
    const target = new URL(url);
    target.searchParams.set("token", token);
    const result = await request(
      call,
      "/webhooks",
      {
        data: {
          resource,
          target: target.href,
          filters: [{ resource_type: "task", action: "changed", fields: ["completed"] }],
        },
      },
      z.object({ data: z.object({ gid: z.string() }) }),
    );
    return result.ok ? { ok: true, value: null } : result;
  },
});

const events = z.object({
  events: z.array(
    z.object({
      action: z.string(),
      created_at: z.string().default(""),
      resource: z.object({ gid: z.string().regex(/^\w{1,100}$/), resource_type: z.string() }),
    }),
  ),
});

const readChanges = (body: unknown): VendorReport[] => {
  const { data } = events.safeParse(body);
  return (data?.events ?? [])
    .filter(({ resource }) => resource.resource_type === "task")
    .map(({ resource, created_at }) => ({
      kind: "task_read",
      // A report only says what to read again, so one for each moment is enough.
      key: `${resource.gid}:${created_at}`,
      payload: { externalId: resource.gid },
    }));
};

const handshakeSecret = /^[\x21-\x7e]{8,200}$/;

export const asanaTasks: WorkVendor = {
  connector: asana,
  rate,
  authorize: ({ personalAccessToken }) => bearerAuth(String(personalAccessToken ?? "")),
  webhook: {
    // The address carries our token, because anyone could send a handshake with a secret of their own.
    handshake: ({ headers, query }, { token, secret }) => {
      const announced = headers["x-hook-secret"];
      if (announced === undefined) return undefined;
      const isExpected =
        token !== undefined &&
        secret === undefined &&
        typeof query.token === "string" &&
        timingSafeEqualText(query.token, token);
      if (!isExpected || typeof announced !== "string" || !handshakeSecret.test(announced)) return "refused";
      return { body: "", headers: { "x-hook-secret": announced }, announcedSecret: announced };
    },
    verify: ({ headers, rawBody }, { secret }) =>
      hasHexSignature(headers["x-hook-signature"], "", secret, rawBody),
    read: readChanges,
  },
  subscribe,
  tasks: { createTask, findTask, readTask },
};
