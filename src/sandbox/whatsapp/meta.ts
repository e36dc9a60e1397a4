import type { FastifyInstance } from "fastify";
import { carryOut } from "#sandbox/carry-out.ts";
import { guard } from "#sandbox/guard.ts";
import { magicOf } from "#sandbox/magic.ts";
import { graphDoor, graphError, graphTokenOf } from "#sandbox/meta.ts";
import { templates } from "#sandbox/templates.ts";
import { bodyOf, paramOf, send } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { inboundBody, takeCloudMessage } from "./cloud.ts";
import { plus, receive } from "./network.ts";
import { createWebhook } from "./webhook.ts";

const numberIds = "106455010000001";

const number = (id: string) => ({
  display_phone_number: "+1 787-555-0100",
  verified_name: "Faro Sandbox",
  quality_rating: "GREEN",
  id,
});

export const failures = {
  broken: graphError(500, 131_000, "(#131000) Something went wrong"),
  limited: graphError(429, 130_429, "(#130429) Rate limit hit"),
};

export const mountMeta = (app: FastifyInstance, world: World): void => {
  const webhook = createWebhook(world, "meta");
  world.carriers.set("whatsapp/meta", async ({ customer, business, text }) => {
    const id = receive(world, "meta", { customer, business, text });
    await webhook.post(inboundBody(business, id, customer, text));
  });
  guard(app, graphDoor);
  app.get("/:version/:phoneNumberId", async (request, reply) => {
    const id = paramOf(request, "phoneNumberId");
    if (!/^\d+$/.test(id))
      return send(
        reply,
        graphError(
          400,
          100,
          `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
          "GraphMethodException",
        ),
      );
    return number(id);
  });
  app.get("/:version/:wabaId/phone_numbers", async () => ({ data: [number(numberIds)] }));
  app.get("/:version/:wabaId/message_templates", async () => ({
    data: templates.map(({ name, language, category, status, body }, at) => ({
      id: String(594_425_479_261_596 + at),
      name,
      language,
      category,
      status,
      components: [{ type: "BODY", text: body }],
    })),
    paging: { cursors: { before: "", after: "" } },
  }));
  app.post("/:version/:phoneNumberId/messages", async (request, reply) => {
    const fault = world.faults.choose("whatsapp", {
      credential: graphTokenOf(request),
      byNumber: magicOf(plus(bodyOf(request, "to") ?? "")).fault,
    });
    const phoneNumberId = paramOf(request, "phoneNumberId");
    const line = { world, webhook, dialect: "meta" as const, phoneNumberId, refusesClosedWindow: false };
    return carryOut(world, request, reply, { fault, failures, take: () => takeCloudMessage(line, request) });
  });
  /** Meta asks first whether the address wants to be told. */
  app.post("/:version/:wabaId/subscribed_apps", async (request, reply) => {
    const [url, token] = [bodyOf(request, "override_callback_uri"), bodyOf(request, "verify_token")];
    if (!url) return { success: true };
    const challenge = String(world.random.between(1e8, 1e9));
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": token ?? "",
      "hub.challenge": challenge,
    });
    const asked = `${url}${url.includes("?") ? "&" : "?"}${query}`;
    const answer = await world.callbacks.post({ vendor: "whatsapp", url: asked, method: "GET", headers: {} });
    if (answer?.status !== 200 || answer.body !== challenge)
      return send(reply, graphError(400, 2200, "(#2200) Callback verification failed"));
    webhook.subscribe({ url });
    return { success: true };
  });
};
