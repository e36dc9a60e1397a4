import * as z from "zod";
import { chatRouteKinds } from "#domain/integrations/chat-routes.ts";
import {
  automationServices,
  externalTaskMakers,
  externalTaskStates,
  workKinds,
} from "#domain/integrations/integration-work.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText } from "./fields.ts";
import { vendorSignIn } from "./syncs.ts";

const chatRoute = z.strictObject({
  kind: z.enum(chatRouteKinds),
  channel: z.string().trim().min(1).max(200),
});

export const workIntegration = z.object({
  service: z.string(),
  does: z.object({ leads: z.boolean(), chat: z.boolean(), tasks: z.boolean(), automation: z.boolean() }),
  /** Where the vendor reports to. */
  webhookUrl: z.string(),
  /** Reports are switched on by a request to the vendor; elsewhere the address is entered there. */
  canSubscribe: z.boolean(),
  /** What was agreed with the vendor still counts; always true where nothing has to be agreed. */
  isSubscribed: z.boolean(),
  /** What could not be done yet and is tried again. */
  waiting: z.int(),
  failures: z.array(z.object({ id, kind: z.enum(workKinds), error: z.string(), at: isoInstant })),
  routes: z.array(chatRoute),
  /** Accounts of the chat, which their users linked. */
  users: z.array(
    z.object({
      id,
      name: z.string(),
      externalId: z.string().nullable(),
      /** Null where an administrator entered it, as earlier versions allowed: its replies are not sent. */
      linkedAt: isoInstant.nullable(),
    }),
  ),
  /** The sign-in at the vendor, where the vendor offers one. */
  oauth: vendorSignIn.nullable(),
});
export type WorkIntegration = z.infer<typeof workIntegration>;

export const externalTask = z.object({
  id,
  service: z.string(),
  /** The vendor's name. */
  label: z.string(),
  personId: id,
  title: z.string(),
  madeBy: z.enum(externalTaskMakers),
  state: z.enum(externalTaskStates),
  url: z.string().nullable(),
  error: z.string().nullable(),
  completedAt: isoInstant.nullable(),
  createdAt: isoInstant,
});
export type ExternalTaskView = z.infer<typeof externalTask>;

const byService = { params: z.object({ service: z.string().max(64) }) };
const byPerson = { params: z.object({ id }) };

export const workIntegrationsApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/integrations/{service}/work",
    area: "integrations",
    access: "admin",
    summary: "What a vendor of leads, chats or tasks does here: address, routes, accounts and failures",
    input: byService,
    output: workIntegration,
    topics: ["integration-work", "integrations", "users"],
  }),
  saveChat: apiRoute({
    method: "PUT",
    path: "/api/integrations/{service}/chat",
    area: "integrations",
    access: "admin",
    summary:
      "Save which notices go to which channel of a chat; who chooses a channel needs the rights to what goes there",
    input: {
      ...byService,
      body: z.strictObject({ routes: z.array(chatRoute).max(chatRouteKinds.length) }),
    },
    output: workIntegration,
    problems: ["forbidden"],
    topics: ["integration-work"],
  }),
  unlinkUser: apiRoute({
    method: "DELETE",
    path: "/api/integrations/{service}/chat-users/{userId}",
    area: "integrations",
    access: "admin",
    summary: "Unlink a user's account of a chat, whose replies are then no longer sent",
    input: { params: z.object({ service: z.string().max(64), userId: id }) },
    output: workIntegration,
    topics: ["integration-work", "account"],
  }),
  subscribe: apiRoute({
    method: "POST",
    path: "/api/integrations/{service}/subscribe",
    area: "integrations",
    access: "admin",
    summary: "Ask the vendor to report to this installation",
    input: byService,
    output: workIntegration,
    topics: ["integration-work"],
  }),
  connect: apiRoute({
    method: "POST",
    path: "/api/integrations/{service}/connect",
    area: "integrations",
    access: "admin",
    summary:
      "Begin to connect an integration by signing in at the vendor; the browser opens the returned page",
    input: byService,
    output: z.object({ url: z.string() }),
    problems: ["conflict"],
    topics: ["integration-work"],
  }),
  disconnect: apiRoute({
    method: "POST",
    path: "/api/integrations/{service}/disconnect",
    area: "integrations",
    access: "admin",
    summary: "Forget what the vendor of an integration granted by a sign-in",
    input: byService,
    output: workIntegration,
    problems: ["conflict"],
    topics: ["integration-work", "integrations"],
  }),
  retry: apiRoute({
    method: "POST",
    path: "/api/integrations/{service}/retry",
    area: "integrations",
    access: "admin",
    summary: "Try what failed or waits again now",
    input: byService,
    output: workIntegration,
    topics: ["integration-work"],
  }),
  listTasks: apiRoute({
    method: "GET",
    path: "/api/people/{id}/external-tasks",
    area: "people",
    access: "viewer",
    scope: "people:read",
    summary: "Tasks about a person in other systems, newest first",
    input: byPerson,
    output: z.object({
      tasks: z.array(externalTask),
      /** Where a task can be made. */
      services: z.array(z.object({ service: z.string(), label: z.string() })),
      /** Whose workflows can be started with the person. */
      automations: z.array(z.object({ service: z.string(), label: z.string() })),
    }),
    topics: ["integration-work", "integrations", "threads"],
  }),
  addTask: apiRoute({
    method: "POST",
    path: "/api/people/{id}/external-tasks",
    area: "people",
    access: "operator",
    summary: "Make a task about a person in another system",
    input: { ...byPerson, body: z.strictObject({ service: z.string().max(64), title: shortText.min(1) }) },
    output: externalTask,
    topics: ["integration-work", "threads"],
  }),
  trigger: apiRoute({
    method: "POST",
    path: "/api/people/{id}/triggers",
    area: "people",
    access: "operator",
    summary: "Start the workflow at the saved hook of Zapier, Make or n8n with a person",
    input: {
      ...byPerson,
      body: z.strictObject({ service: z.enum(automationServices), note: shortText.default("") }),
    },
    output: okResponse,
    topics: ["integration-work"],
  }),
};
