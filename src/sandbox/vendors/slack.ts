import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { postReport } from "#sandbox/report.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const plainText = (status: number, body: string): SimulatedResponse => ({ status, type: "text/plain", body });
/** The Web API names refusals in an answer with status 200. */
const refusal = (error: string): SimulatedResponse => ({ status: 200, body: { ok: false, error } });
const rateLimited = (): SimulatedResponse => ({ status: 429, body: { ok: false, error: "ratelimited" } });

const isHook = (request: FastifyRequest): boolean => request.url.startsWith("/slack/services/");
const token = (request: FastifyRequest): string | undefined =>
  requestBearerToken(request) ?? bodyField(request, "token");

const auth: VendorAuth = {
  credentials: (request) => [isHook(request) ? pathParam(request, "secret") : token(request)],
  unauthorized: (request, missing) => {
    if (isHook(request)) return plainText(404, "no_service");
    return refusal(missing ? "not_authed" : "invalid_auth");
  },
  rateLimited: (request) => (isHook(request) ? plainText(429, "rate_limited") : rateLimited()),
  notFound: (request) => (isHook(request) ? plainText(404, "no_service") : refusal("unknown_method")),
};

const team = "T0FARO0001";
const bot = { user: "U0FAROBOT1", id: "B0FAROBOT1", app: "A0FARO0001" };
const channels = new Map([
  ["general", "C0GENERAL1"],
  ["sales", "C0SALES001"],
  ["leads", "C0LEADS001"],
]);
const archived = "C0ARCHIVED";

const channelId = (name: string): string | undefined => {
  const plain = name.replace(/^#/, "");
  if (plain === "archived") return archived;
  return channels.get(plain) ?? [...channels.values()].find((id) => id === plain);
};

type Message = {
  type: "message";
  channel: string;
  user: string;
  text: string;
  ts: string;
  thread_ts?: string;
  parent_user_id?: string;
  bot_id?: string;
  app_id?: string;
};

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A token of Slack's own app belongs to a person, whose member id follows; any other is the bot's. */
const personOf = (request: FastifyRequest): string | undefined =>
  /^xoxc-(U[A-Z0-9]+)$/.exec(token(request) ?? "")?.[1];

const createEvents = (context: SandboxContext) => {
  let count = 0;
  return (event: Message): void => {
    const url = context.settings.webhooks.slack;
    if (!url) return;
    const body = JSON.stringify({
      token: "deprecated",
      team_id: team,
      api_app_id: bot.app,
      event: { ...event, event_ts: event.ts, channel_type: "channel" },
      type: "event_callback",
      event_id: `Ev${String(++count).padStart(9, "0")}`,
      event_time: Math.floor(Date.now() / 1000),
      authorizations: [{ enterprise_id: null, team_id: team, user_id: bot.user, is_bot: true }],
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const secret = context.settings.secrets.slack ?? "sandbox";
    const signature = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
    postReport(context, {
      vendor: "slack",
      url,
      body,
      headers: (attempt) => ({
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": signature,
        ...(attempt > 1
          ? { "x-slack-retry-num": String(attempt - 1), "x-slack-retry-reason": "http_error" }
          : {}),
      }),
    });
  };
};

const mountWebApi = (app: FastifyInstance, context: SandboxContext): void => {
  const messages: Message[] = [];
  const emit = createEvents(context);
  let last = 0;
  const nextTs = (): string => {
    last = Math.max(last + 1, Date.now() * 1000);
    return `${Math.floor(last / 1e6)}.${String(last % 1e6).padStart(6, "0")}`;
  };

  app.post("/api/auth.test", async () => ({
    ok: true,
    url: "https://faro-sandbox.slack.com/",
    team: "Faro Sandbox",
    user: "faro",
    team_id: team,
    user_id: bot.user,
    bot_id: bot.id,
  }));
  app.post("/api/chat.postMessage", async (request, reply) => {
    const text = bodyField(request, "text") ?? "";
    const channel = channelId(bodyField(request, "channel") ?? "");
    if (!channel) return sendResponse(reply, refusal("channel_not_found"));
    if (channel === archived) return sendResponse(reply, refusal("is_archived"));
    if (text === "") return sendResponse(reply, refusal("no_text"));
    const threadTs = bodyField(request, "thread_ts");
    const root = messages.find((message) => message.channel === channel && message.ts === threadTs);
    const person = personOf(request);
    const message: Message = {
      type: "message",
      channel,
      user: person ?? bot.user,
      // What a person types is escaped by Slack's app; a bot sends markup.
      text: person ? escapeText(text) : text,
      ts: nextTs(),
      ...(threadTs ? { thread_ts: threadTs } : {}),
      ...(root && threadTs ? { parent_user_id: root.user } : {}),
      ...(person ? {} : { bot_id: bot.id, app_id: bot.app }),
    };
    messages.push(message);
    emit(message);
    return { ok: true, channel, ts: message.ts, message };
  });
  const replies = async (request: FastifyRequest) => {
    const [channel, ts] = ["channel", "ts"].map(
      (name) => bodyField(request, name) ?? queryParam(request, name),
    );
    const thread = messages.filter(
      (message) => message.channel === channel && (message.ts === ts || message.thread_ts === ts),
    );
    return thread.length > 0
      ? { ok: true, messages: thread, has_more: false }
      : { ok: false, error: "thread_not_found" };
  };
  const history = async (request: FastifyRequest) => {
    const channel = bodyField(request, "channel") ?? queryParam(request, "channel");
    const roots = messages.filter((message) => message.channel === channel && !message.thread_ts);
    return { ok: true, messages: roots.toReversed(), has_more: false };
  };
  for (const method of ["GET", "POST"] as const) {
    app.route({ method, url: "/api/conversations.replies", handler: replies });
    app.route({ method, url: "/api/conversations.history", handler: history });
  }
};

export const slack: Vendor = {
  id: "slack",
  maskPath: (path) => path.replace(/^(\/services\/[^/?]*\/[^/?]*\/)[^?]+/, "$1***"),
  interruptions: {
    unauthorized: () => refusal("token_revoked"),
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": "1" } }),
    "rate-limited-bare": rateLimited,
    "server-error": () => ({ status: 503, body: { ok: false, error: "service_unavailable" } }),
    "false-success": () => refusal("internal_error"),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.post("/services/:team/:hook/:secret", async (request, reply) => {
      if (typeof request.body !== "object" || request.body === null)
        return sendResponse(reply, plainText(400, "invalid_payload"));
      const hasBlocks = "blocks" in request.body || "attachments" in request.body;
      return sendResponse(
        reply,
        bodyField(request, "text") || hasBlocks ? plainText(200, "ok") : plainText(400, "no_text"),
      );
    });
    mountWebApi(app, context);
  },
};
