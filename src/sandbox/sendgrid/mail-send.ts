import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import PostalMime from "postal-mime";
import * as z from "zod";
import { runSteps, type StatusStep } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { faults } from "#sandbox/faults.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { storeMail } from "#sandbox/smtp/receive-mail.ts";
import { requestBearerToken, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { newEventId, postEvents } from "./event-webhook.ts";
import { type MailStep, planMailEvents } from "./plan-events.ts";
import type { SimulatedSuppressions } from "./suppressions.ts";

export const sendgridFailure = (
  status: number,
  message: string,
  field: string | null = null,
): SimulatedResponse => ({ status, body: { errors: [{ message, field, help: null }] } });

const maxMessageBytes = 30 * 1024 * 1024;
const person = z.object({ email: z.email("Does not contain a valid address."), name: z.string().optional() });

/** The parts of https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send that matter here. */
const mailSchema = z.object({
  personalizations: z
    .array(z.object({ to: z.array(person).min(1), custom_args: z.record(z.string(), z.string()).optional() }))
    .min(1)
    .max(1000),
  from: person,
  reply_to: person.optional(),
  subject: z.string("The subject is required. You can get around this requirement if you use a template."),
  content: z
    .array(z.object({ type: z.string(), value: z.string().min(1, "The content value must be a string.") }))
    .min(1),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(
      z.object({
        content: z.base64("The attachment content must be base64 encoded."),
        filename: z.string().min(1),
        type: z.string().optional(),
        disposition: z.enum(["attachment", "inline"]).optional(),
      }),
    )
    .optional(),
});
type SimulatedMail = z.infer<typeof mailSchema>;

const reservedHeaders = [
  "x-sg-id",
  "x-sg-eid",
  "received",
  "dkim-signature",
  "content-type",
  "content-transfer-encoding",
  "to",
  "from",
  "subject",
  "reply-to",
  "cc",
  "bcc",
];

const refuse = (parsed: z.ZodSafeParseResult<SimulatedMail>): SimulatedResponse | undefined => {
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return sendgridFailure(400, issue?.message ?? "Bad Request", issue?.path.join(".") ?? null);
  }
  const reserved = Object.keys(parsed.data.headers ?? {}).find((name) =>
    reservedHeaders.includes(name.toLowerCase()),
  );
  return reserved
    ? sendgridFailure(400, `The header name ${reserved} is reserved.`, `headers.${reserved}`)
    : undefined;
};

const named = ({ email, name }: z.infer<typeof person>) => ({ name: name ?? "", address: email });

/** The message as SendGrid sends it on. */
const composeRaw = async (mail: SimulatedMail, to: z.infer<typeof person>): Promise<Buffer> => {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const { "Message-ID": messageId, ...headers } = mail.headers ?? {};
  return new MailComposer({
    from: named(mail.from),
    to: named(to),
    ...(mail.reply_to ? { replyTo: named(mail.reply_to) } : {}),
    subject: mail.subject,
    ...(messageId ? { messageId } : {}),
    text: mail.content.find(({ type }) => type === "text/plain")?.value ?? "",
    html: mail.content.find(({ type }) => type === "text/html")?.value ?? "",
    headers,
    attachments: (mail.attachments ?? []).map(({ content, filename, type }) => ({
      filename,
      content: Buffer.from(content, "base64"),
      ...(type ? { contentType: type } : {}),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
};

const failures = {
  serverError: sendgridFailure(500, "Internal Server Error"),
  rateLimited: sendgridFailure(429, "too many requests"),
};

export const mountMailSend = (
  app: FastifyInstance,
  context: SandboxContext,
  suppressions: SimulatedSuppressions,
): void => {
  app.post("/v3/mail/send", { bodyLimit: maxMessageBytes }, async (request, reply) => {
    const parsed = mailSchema.safeParse(request.body);
    const refused = refuse(parsed);
    const mail = parsed.data;
    const [first] = mail?.personalizations ?? [];
    const [to] = first?.to ?? [];
    if (refused || !mail || !first || !to)
      return sendResponse(reply, refused ?? sendgridFailure(400, "Bad Request"));
    const raw = await composeRaw(mail, to);
    const parsedMail = await PostalMime.parse(raw);
    const fault = context.faults.choose("sendgrid", {
      credential: requestBearerToken(request),
      byRecipient: faults.find((name) => to.email.startsWith(`${name}@`)),
    });
    const messageId = randomBytes(16).toString("base64url");
    const steps = planMailEvents(to.email, suppressions);
    const event = (step: MailStep["events"][number]) => ({
      email: to.email,
      timestamp: Math.floor(Date.now() / 1000),
      "smtp-id": `<${messageId}@geopod-ismtpd-sandbox>`,
      sg_event_id: newEventId(step.event),
      sg_message_id: `${messageId}.recvd-sandbox-1.0`,
      ...first.custom_args,
      ...step,
    });
    return respondWithFault(context, request, reply, {
      fault,
      failures,
      accept: () => {
        if (steps.some(({ arrives }) => arrives))
          storeMail(context, { from: "", to: [to.email] }, { raw, mail: parsedMail }, () =>
            context.ledger.entryFor(request),
          );
        return {
          response: { status: 202, body: "", headers: { "x-message-id": messageId } },
          callbackPlan: {
            run: runSteps(
              steps.map((step): StatusStep => {
                // A repetition is the same report, so its events keep their ids.
                const events = step.events.map(event);
                return {
                  afterMs: context.stepDelayMs(),
                  apply: () => suppressions.note(to.email, step.events),
                  post: () => postEvents(context, events),
                };
              }),
              context.wait,
            ),
            postStray: () =>
              postEvents(context, [
                { ...event({ event: "delivered" }), faro_action: undefined, sg_message_id: "unknown.0" },
              ]),
            postForged: () =>
              postEvents(
                context,
                [event({ event: "bounce", status: "5.1.1", reason: "550 5.1.1 User unknown" })],
                true,
              ),
          },
        };
      },
    });
  });
};
