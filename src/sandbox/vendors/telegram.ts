import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { postReport } from "#sandbox/report.ts";
import { pathParam, type SimulatedResponse, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const failure = (error_code: number, description: string, parameters?: object): SimulatedResponse => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters ? { parameters } : {}) },
});
const tooMany = (): SimulatedResponse =>
  failure(429, `Too Many Requests: retry after ${retryAfterSeconds}`, { retry_after: retryAfterSeconds });

const botToken = (request: FastifyRequest): string | undefined =>
  /^\/telegram\/bot([^/?]+)/.exec(request.url)?.[1];
/** Telegram's own app, in which people write, is not part of the Bot API. */
const isApp = (request: FastifyRequest): boolean => request.url.startsWith("/telegram/app/");

const auth: VendorAuth = {
  credentials: (request) => [isApp(request) ? "app" : botToken(request)],
  unauthorized: () => failure(401, "Unauthorized"),
  rateLimited: tooMany,
  notFound: () => failure(404, "Not Found"),
};

// A bot token starts with the bot's id.
const botId = (request: FastifyRequest): number =>
  Number.parseInt(pathParam(request, "bot").slice(3), 10) || 7_000_000_001;

type Sender = { id: number; is_bot: boolean; first_name: string };
type Message = {
  message_id: number;
  from: Sender;
  chat: { id: number; type: string; title: string };
  date: number;
  text: string;
  reply_to_message?: Message;
};

const mountMessages = (app: FastifyInstance, context: SandboxContext): void => {
  const messages: Message[] = [];
  let webhook = { url: "", secret_token: "" };
  let updates = 100;
  const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>;

  const add = (chatId: number, from: Sender, text: string, answers: unknown): Message => {
    const answered = messages.find(
      (message) => message.chat.id === chatId && message.message_id === Number(answers),
    );
    const { reply_to_message: _older, ...shown } = answered ?? {};
    const message: Message = {
      message_id: messages.length + 1,
      from,
      chat: { id: chatId, type: chatId < 0 ? "group" : "private", title: "Faro" },
      date: Math.floor(Date.now() / 1000),
      text,
      ...(answered ? { reply_to_message: shown as Message } : {}),
    };
    messages.push(message);
    return message;
  };

  app.post("/:bot/setWebhook", async (request, reply) => {
    const { url, secret_token = "" } = bodyOf(request) as Partial<typeof webhook>;
    if (!/^[\w-]{0,256}$/.test(secret_token))
      return sendResponse(reply, failure(400, "Bad Request: secret token contains unallowed characters"));
    webhook = { url: url ?? "", secret_token };
    return { ok: true, result: true, description: url ? "Webhook was set" : "Webhook was deleted" };
  });
  app.post("/:bot/getWebhookInfo", async () => ({
    ok: true,
    result: { url: webhook.url, has_custom_certificate: false, pending_update_count: 0 },
  }));
  app.post("/:bot/sendMessage", async (request, reply) => {
    const { chat_id, text, reply_parameters } = bodyOf(request);
    const chatId = Number(chat_id);
    if (!Number.isSafeInteger(chatId) || chatId === 0)
      return sendResponse(reply, failure(400, "Bad Request: chat not found"));
    if (typeof text !== "string" || text.trim() === "")
      return sendResponse(reply, failure(400, "Bad Request: message text is empty"));
    if (text.length > 4096) return sendResponse(reply, failure(400, "Bad Request: message is too long"));
    const answers = (reply_parameters as { message_id?: number } | undefined)?.message_id;
    const from = { id: botId(request), is_bot: true, first_name: "Faro Sandbox" };
    return { ok: true, result: add(chatId, from, text, answers) };
  });
  // A person writes in a chat, in reply to a message.
  app.post("/app/messages", async (request) => {
    const { chat, from, text, replyTo } = bodyOf(request);
    const sender = { id: Number(from), is_bot: false, first_name: "Ana" };
    const message = add(Number(chat), sender, String(text), replyTo);
    const { url, secret_token } = webhook;
    if (url !== "")
      postReport(context, {
        vendor: "telegram",
        url,
        body: JSON.stringify({ update_id: ++updates, message }),
        headers: (): Record<string, string> =>
          secret_token === "" ? {} : { "x-telegram-bot-api-secret-token": secret_token },
      });
    return message;
  });
  app.get("/app/messages", async () => messages);
};

export const telegram: Vendor = {
  id: "telegram",
  maskPath: (path) => path.replace(/^\/bot[^/?]+/, "/bot***"),
  interruptions: {
    unauthorized: () => failure(401, "Unauthorized"),
    "rate-limited": tooMany,
    "rate-limited-bare": tooMany,
    "server-error": () => failure(502, "Bad Gateway"),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.route({
      method: ["GET", "POST"],
      url: "/:bot/getMe",
      handler: async (request) => ({
        ok: true,
        result: {
          id: botId(request),
          is_bot: true,
          first_name: "Faro Sandbox",
          username: "faro_sandbox_bot",
          can_join_groups: true,
          can_read_all_group_messages: false,
          supports_inline_queries: false,
        },
      }),
    });
    mountMessages(app, context);
  },
};
