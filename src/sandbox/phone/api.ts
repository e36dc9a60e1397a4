import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { normalisePhone } from "#domain/phone.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { listMagicNumbers, magicMailboxes } from "#sandbox/magic-recipients.ts";
import { sendReport } from "#sandbox/smtp/reports.ts";
import { pathParam } from "#sandbox/vendor.ts";
import type { Conversation, PhoneCall } from "./phone.ts";

const replySchema = z.strictObject({
  channel: z.enum(["sms", "whatsapp", "email"]),
  text: z.string().trim().min(1).max(1600),
  subject: z.string().max(200).optional(),
  /** The address of the business; the default is the one of the latest message. */
  to: z.string().max(320).optional(),
});

const inputSchema = z.union([
  z.strictObject({ pickUp: z.literal(true) }),
  z.strictObject({ hangUp: z.literal(true) }),
  z.strictObject({ digits: z.string().regex(/^[\d#*]{1,32}$/) }),
  z.strictObject({ speech: z.string().trim().min(1).max(1000) }),
]);

const isEmail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text);
const normaliseAddress = (text: string): string | undefined =>
  isEmail(text) ? text.toLowerCase() : normalisePhone(text);

const summarise = ({ address, entries, unread }: Conversation) => {
  const last = entries.at(-1);
  const ringingCall = entries.find((entry) => entry.kind === "call" && entry.awaits === "answer") as
    | PhoneCall
    | undefined;
  const text = last?.kind === "call" ? "" : (last?.subject || last?.text || "").slice(0, 140);
  return {
    address,
    unread,
    last: last && {
      at: last.at,
      channel: last.channel,
      text,
      arrived: last.kind === "call" || last.arrived,
      status: last.status,
    },
    ringing: ringingCall !== undefined,
    ringingCall: ringingCall && {
      id: ringingCall.id,
      business: ringingCall.business,
      isTransfer: ringingCall.isTransfer,
    },
  };
};

const defaultBusiness = "+17875550100";

/** The route for a customer who has not received a message on this channel. */
const defaultRoute = (context: SandboxContext, channel: "sms" | "whatsapp" | "email") => {
  if (channel === "email") return { carrier: "smtp", business: undefined };
  const { webhooks } = context.settings;
  const webhookName = Object.keys(webhooks).find((name) => name.startsWith("whatsapp") && webhooks[name]);
  if (channel === "sms" || !webhookName) return { carrier: `twilio/${channel}`, business: defaultBusiness };
  const carrier = webhookName === "whatsapp" ? "whatsapp/meta" : webhookName;
  return { carrier, business: "106540352242922" };
};

const sendError = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ code });

const base = "/sandbox/api/phone";

/** A mail as a mail program shows it: its styles and the pictures that it loads from here, and nothing that runs. */
const mailPolicy =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The API of the phone page. */
export const mountPhoneApi = (app: FastifyInstance, context: SandboxContext): void => {
  mountConversations(app, context);
  mountCallInputs(app, context);
  mountMailActions(app, context);
  mountLiveUpdates(app, context);
  app.get(`${base}/files/:id`, async (request, reply) => {
    const file = context.files.find(pathParam(request, "id"));
    if (!file) return sendError(reply, 404, "not_found");
    const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(file.contentType);
    return reply
      .headers({
        "content-type": isPicture ? file.contentType : "application/octet-stream",
        "content-disposition": `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
        "x-content-type-options": "nosniff",
      })
      .send(file.content);
  });
  app.get(`${base}/mails/:id/html`, async (request, reply) => {
    const html = context.mails.find(pathParam(request, "id"))?.html;
    if (html === undefined || html === null) return sendError(reply, 404, "not_found");
    return reply
      .headers({ "content-security-policy": mailPolicy, "x-content-type-options": "nosniff" })
      .type("text/html; charset=utf-8")
      .send(html);
  });
  app.get(`${base}/magic`, async () => ({ numbers: listMagicNumbers(), mailboxes: magicMailboxes }));
};

const mountConversations = (app: FastifyInstance, context: SandboxContext): void => {
  const { phone } = context;
  app.get(`${base}/conversations`, async () => phone.list().map(summarise));
  app.get(`${base}/conversations/:address`, async (request, reply) => {
    const address = normaliseAddress(pathParam(request, "address"));
    if (!address) return sendError(reply, 404, "not_found");
    const conversation = phone.find(address);
    return {
      address,
      unread: conversation?.unread ?? 0,
      entries: conversation?.entries ?? [],
      routes: conversation?.routes ?? {},
    };
  });
  app.post(`${base}/conversations/:address/seen`, async (request) => {
    phone.markRead(normaliseAddress(pathParam(request, "address")) ?? "");
    return { ok: true };
  });
  app.post(`${base}/conversations/:address/reply`, async (request, reply) => {
    const customer = normaliseAddress(pathParam(request, "address"));
    const parsed = replySchema.safeParse(request.body);
    if (!customer || !parsed.success) return sendError(reply, 400, "validation");
    const { channel, text, subject, to } = parsed.data;
    if (isEmail(customer) !== (channel === "email")) return sendError(reply, 400, "validation");
    const route = phone.find(customer)?.routes[channel] ?? defaultRoute(context, channel);
    const business = to ?? route.business;
    const carrier = context.carriers.get(route.carrier);
    if (!business || !carrier) return sendError(reply, 409, "nobody_to_write_to");
    // The customer's device does not learn how the business's server responds.
    carrier({ customer, business, text, subject }).catch(() => {});
    return reply.code(202).send({ ok: true });
  });
};

const placeSchema = z.strictObject({ to: z.string().max(40).optional() });

const mountCallInputs = (app: FastifyInstance, { phone }: SandboxContext): void => {
  app.post(`${base}/conversations/:address/call`, async (request, reply) => {
    const customer = normalisePhone(pathParam(request, "address"));
    const parsed = placeSchema.safeParse(request.body ?? {});
    const business = normalisePhone(parsed.data?.to ?? defaultBusiness);
    if (!customer || !business || !parsed.success) return sendError(reply, 400, "validation");
    const id = phone.placeCall(customer, business);
    return id ? reply.code(201).send({ id }) : sendError(reply, 409, "nobody_to_call");
  });
  app.post(`${base}/calls/:id`, async (request, reply) => {
    const parsed = inputSchema.safeParse(request.body);
    if (!parsed.success) return sendError(reply, 400, "validation");
    return phone.sendCallInput(pathParam(request, "id"), parsed.data)
      ? reply.code(202).send({ ok: true })
      : sendError(reply, 409, "call_is_over");
  });
};

const mountMailActions = (app: FastifyInstance, context: SandboxContext): void => {
  app.post(`${base}/mails/:id/unsubscribe`, async (request, reply) => {
    const match = context.phone.findEntry(pathParam(request, "id"));
    const url = match?.entry.kind === "message" ? match.entry.unsubscribe : null;
    if (!url) return sendError(reply, 404, "not_found");
    const response = await context.callbacks.post({
      vendor: "smtp",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    return response && response.status < 300 ? { ok: true } : sendError(reply, 502, "not_taken");
  });
  app.post(`${base}/mails/:id/complain`, async (request, reply) => {
    const mail = context.mails.find(pathParam(request, "id"));
    if (!mail) return sendError(reply, 404, "not_found");
    return (await sendReport(context, "complaint", mail)) ? { ok: true } : sendError(reply, 502, "not_taken");
  });
};

const mountLiveUpdates = (app: FastifyInstance, { phone }: SandboxContext): void => {
  app.get(`${base}/live`, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    raw.write("retry: 1000\n\n");
    const unwatch = phone.watch((addresses) => raw.write(`data: ${JSON.stringify({ addresses })}\n\n`));
    const heartbeat = setInterval(() => raw.write(": still here\n\n"), 15_000);
    request.raw.on("close", () => {
      clearInterval(heartbeat);
      unwatch();
    });
  });
};
