import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { normalisePhone } from "#domain/phone.ts";
import { magicMailboxes, magicNumbers } from "#sandbox/magic.ts";
import { reportOn } from "#sandbox/smtp/reports.ts";
import { paramOf } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import type { Conversation } from "./phone.ts";

const replySchema = z.strictObject({
  channel: z.enum(["sms", "whatsapp", "email"]),
  text: z.string().trim().min(1).max(1600),
  subject: z.string().max(200).optional(),
  /** Whom of the business they write to; who wrote last, unless said otherwise. */
  to: z.string().max(320).optional(),
});

const inputSchema = z.union([
  z.strictObject({ pickUp: z.literal(true) }),
  z.strictObject({ hangUp: z.literal(true) }),
  z.strictObject({ digits: z.string().regex(/^[\d#*]{1,32}$/) }),
  z.strictObject({ speech: z.string().trim().min(1).max(1000) }),
]);

const isEmail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text);
const addressOf = (text: string): string | undefined =>
  isEmail(text) ? text.toLowerCase() : normalisePhone(text);

const summaryOf = ({ address, entries, unread }: Conversation) => {
  const last = entries.at(-1);
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
    ringing: entries.some((entry) => entry.kind === "call" && entry.awaits === "answer"),
  };
};

const usualBusiness = "+17875550100";

/** Where an answer on this channel goes when nobody has written to them yet. */
const firstRoute = (world: World, channel: "sms" | "whatsapp" | "email") => {
  if (channel === "email") return { carrier: "smtp", business: undefined };
  const { webhooks } = world.settings;
  const service = Object.keys(webhooks).find((name) => name.startsWith("whatsapp") && webhooks[name]);
  if (channel === "sms" || !service) return { carrier: `twilio/${channel}`, business: usualBusiness };
  const carrier = service === "whatsapp" ? "whatsapp/meta" : service;
  return { carrier, business: "106540352242922" };
};

const refuse = (reply: FastifyReply, status: number, code: string) => reply.code(status).send({ code });

/** What the phone in the browser reads and does. */
export const mountPhoneApi = (app: FastifyInstance, world: World): void => {
  const { phone } = world;
  const base = "/sandbox/api/phone";
  app.get(`${base}/conversations`, async () => phone.list().map(summaryOf));
  app.get(`${base}/conversations/:address`, async (request, reply) => {
    const address = addressOf(paramOf(request, "address"));
    if (!address) return refuse(reply, 404, "not_found");
    const found = phone.find(address);
    return {
      address,
      unread: found?.unread ?? 0,
      entries: found?.entries ?? [],
      routes: found?.routes ?? {},
    };
  });
  app.post(`${base}/conversations/:address/seen`, async (request) => {
    phone.seen(addressOf(paramOf(request, "address")) ?? "");
    return { ok: true };
  });
  app.post(`${base}/conversations/:address/reply`, async (request, reply) => {
    const customer = addressOf(paramOf(request, "address"));
    const read = replySchema.safeParse(request.body);
    if (!customer || !read.success) return refuse(reply, 400, "validation");
    const { channel, text, subject, to } = read.data;
    if (isEmail(customer) !== (channel === "email")) return refuse(reply, 400, "validation");
    const route = phone.find(customer)?.routes[channel] ?? firstRoute(world, channel);
    const business = to ?? route.business;
    const carry = world.carriers.get(route.carrier);
    if (!business || !carry) return refuse(reply, 409, "nobody_to_write_to");
    // Sent is sent: what the business's server makes of it comes later.
    carry({ customer, business, text, subject }).catch(() => {});
    return reply.code(202).send({ ok: true });
  });
  app.post(`${base}/calls/:id`, async (request, reply) => {
    const read = inputSchema.safeParse(request.body);
    if (!read.success) return refuse(reply, 400, "validation");
    return phone.doInCall(paramOf(request, "id"), read.data)
      ? reply.code(202).send({ ok: true })
      : refuse(reply, 409, "call_is_over");
  });

  /** What a mail program does at a click of its reader. */
  app.post(`${base}/mails/:id/unsubscribe`, async (request, reply) => {
    const found = phone.findEntry(paramOf(request, "id"));
    const url = found?.entry.kind === "message" ? found.entry.unsubscribe : null;
    if (!url) return refuse(reply, 404, "not_found");
    const answer = await world.callbacks.post({
      vendor: "smtp",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    return answer && answer.status < 300 ? { ok: true } : refuse(reply, 502, "not_taken");
  });
  app.post(`${base}/mails/:id/complain`, async (request, reply) => {
    const mail = world.mails.find(paramOf(request, "id"));
    if (!mail) return refuse(reply, 404, "not_found");
    return (await reportOn(world, "complaint", mail)) ? { ok: true } : refuse(reply, 502, "not_taken");
  });

  app.get(`${base}/magic`, async () => ({ numbers: magicNumbers(), mailboxes: magicMailboxes }));
  app.get(`${base}/live`, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    raw.write("retry: 1000\n\n");
    const stop = phone.watch((addresses) => raw.write(`data: ${JSON.stringify({ addresses })}\n\n`));
    const beat = setInterval(() => raw.write(": still here\n\n"), 15_000);
    request.raw.on("close", () => {
      clearInterval(beat);
      stop();
    });
  });
};
