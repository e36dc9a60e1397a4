import type { FastifyInstance } from "fastify";

/** Documents by which an AI assistant describes itself to an OAuth server: a right one, and wrong ones. */
export const mountAssistantClient = (app: FastifyInstance, url: () => string): void => {
  const describe = (name: string, more: object = {}) => ({
    client_id: `${url()}/assistant/${name}`,
    client_name: "Simulated assistant",
    redirect_uris: ["http://127.0.0.1/callback", "https://assistant.example/callback"],
    token_endpoint_auth_method: "none",
    ...more,
  });
  app.get("/assistant/client.json", async () => describe("client.json"));
  app.get("/assistant/foreign.json", async () => describe("client.json"));
  app.get("/assistant/moved.json", async (_request, reply) => reply.redirect("/assistant/client.json"));
  app.get("/assistant/large.json", async () => describe("large.json", { logo: "x".repeat(100_000) }));
  app.get("/assistant/page.json", async (_request, reply) =>
    reply.type("text/html").send(JSON.stringify(describe("page.json"))),
  );
  app.get("/assistant/script.json", async () =>
    describe("script.json", { redirect_uris: ["javascript://assistant.example/%0aalert(1)"] }),
  );
};
