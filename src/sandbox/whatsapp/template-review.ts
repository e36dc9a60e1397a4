import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { SandboxContext } from "#sandbox/context.ts";
import { graphError, graphToken } from "#sandbox/graph-api.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { pathParam, type SimulatedResponse } from "#sandbox/vendor.ts";
import { reviewTemplate, type WhatsappTemplate } from "#sandbox/whatsapp-templates.ts";
import { unixSeconds } from "./messages.ts";
import type { WhatsappWebhook } from "./webhook.ts";

const components = z
  .array(
    z.object({
      type: z.string(),
      text: z.string().min(1).max(1024).optional(),
      example: z.object({ body_text: z.array(z.array(z.string())) }).optional(),
    }),
  )
  .min(1);
const submission = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().min(2).max(10),
  category: z.enum(["UTILITY", "MARKETING"]),
  components,
});
const change = submission.pick({ category: true, components: true }).partial({ category: true });

const invalid = (message: string): SimulatedResponse => graphError(400, 100, `(#100) ${message}`);

/** The number of different placeholders; null where they are not 1 to n, each with an example. */
const countVariables = (body: string, examples: readonly string[]): number | null => {
  const numbers = new Set([...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => Number(name)));
  const isInOrder = [...numbers].every((number) => number >= 1 && number <= numbers.size);
  return isInOrder && examples.length === numbers.size ? numbers.size : null;
};

const readBody = (list: z.infer<typeof components>): { text: string; variables: number } | null => {
  const body = list.find(({ type }) => type === "BODY");
  const text = body?.text ?? "";
  const variables = countVariables(text, body?.example?.body_text[0] ?? []);
  return text === "" || variables === null ? null : { text, variables };
};

/** Takes templates for review, decides after a while and reports it, as Meta does. */
export const mountTemplateReview = (
  app: FastifyInstance,
  context: SandboxContext,
  webhook: WhatsappWebhook,
): void => {
  const report = async (id: string, template: WhatsappTemplate): Promise<void> => {
    await context.wait(context.stepDelayMs());
    // Words that were submitted again meanwhile are reviewed by their own turn.
    if (context.templates.findById(id) !== template) return;
    const reason = reviewTemplate(template.body);
    const reviewed = { ...template, status: reason === null ? "APPROVED" : "REJECTED" } as const;
    context.templates.put(reviewed);
    await webhook.post({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "102290129340398",
          time: Number(unixSeconds()),
          changes: [
            {
              field: "message_template_status_update",
              value: {
                event: reviewed.status,
                message_template_id: Number(id),
                message_template_name: template.name,
                message_template_language: template.language,
                message_template_category: template.category,
                reason: reason ?? "NONE",
              },
            },
          ],
        },
      ],
    });
  };

  const review = (
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => WhatsappTemplate | SimulatedResponse,
  ) =>
    respondWithFault(context, request, reply, {
      fault: context.faults.choose("whatsapp", { credential: graphToken(request) }),
      failures: {
        serverError: graphError(500, 131_000, "(#131000) Something went wrong"),
        rateLimited: graphError(429, 130_429, "(#130429) Rate limit hit"),
      },
      accept: () => {
        const template = read();
        if (!("name" in template)) return { response: template };
        const id = context.templates.put(template);
        report(id, template).catch(() => {});
        return { response: { status: 200, body: { id, status: "PENDING", category: template.category } } };
      },
    });

  app.post("/:version/:wabaId/message_templates", async (request, reply) =>
    review(request, reply, () => {
      const parsed = submission.safeParse(request.body);
      if (!parsed.success)
        return invalid(`Invalid parameter: ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
      const { name, language, category } = parsed.data;
      const body = readBody(parsed.data.components);
      if (!body) return invalid("The number of examples does not match the number of variables in the body");
      if (context.templates.find(name, language))
        return graphError(400, 2_388_024, "There is already content in this language for this template");
      return { name, language, category, status: "PENDING", body: body.text, variableCount: body.variables };
    }),
  );
  app.post("/:version/:templateId", async (request, reply) =>
    review(request, reply, () => {
      const template = context.templates.findById(pathParam(request, "templateId"));
      if (!template) return graphError(404, 100, "(#100) The template does not exist");
      const parsed = change.safeParse(request.body);
      const body = parsed.success ? readBody(parsed.data.components) : null;
      if (!parsed.success || !body) return invalid("Invalid parameter: components");
      const { category = template.category } = parsed.data;
      return { ...template, category, status: "PENDING", body: body.text, variableCount: body.variables };
    }),
  );
};
