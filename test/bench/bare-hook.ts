import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import fastify from "fastify";
import pg from "pg";

/** The baselines for webhooks: one insert per request (`insert`), or no database (`none`). */
const [port = "0", mode = "insert", secret = ""] = process.argv.slice(2);
const connection = JSON.parse(process.env.CONNECTION ?? "{}") as pg.ClientConfig;

const isSigned = (body: Buffer, signature: string): boolean => {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
};

if (mode === "insert") {
  const pool = new pg.Pool({ ...connection, max: 16 });
  await pool.query("CREATE TABLE IF NOT EXISTS bare_events (id bigserial PRIMARY KEY, body jsonb NOT NULL)");
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      if (!isSigned(body, String(request.headers["x-signature"] ?? ""))) {
        response.writeHead(401).end();
        return;
      }
      const { rows } = await pool.query({
        name: "insert",
        text: "INSERT INTO bare_events (body) VALUES ($1) RETURNING id",
        values: [body.toString()],
      });
      response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify(rows[0]));
    });
  }).listen(Number(port), "127.0.0.1", () => console.log("ready"));
} else {
  const server = fastify({ bodyLimit: 1_048_576 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  let count = 0;
  server.post("/", async (request, reply) => {
    const body = request.body as Buffer;
    if (!isSigned(body, String(request.headers["x-signature"] ?? ""))) return reply.status(401).send();
    JSON.parse(body.toString());
    return reply.status(202).send({ id: ++count });
  });
  await server.listen({ port: Number(port), host: "127.0.0.1" });
  console.log("ready");
}
