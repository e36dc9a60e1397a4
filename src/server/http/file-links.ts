import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { readOutgoingFile } from "#server/store/conversations/outgoing-files.ts";

/** Vendors that take no uploads fetch the files of a message here. */
export const mountFileLinks = (server: FastifyInstance, { fileLinks, database }: ApiServices): void => {
  server.get<{ Params: { token: string } }>("/files/:token", async (request, reply) => {
    const id = fileLinks.read(request.params.token, Date.now());
    const file = id && (await readOutgoingFile(database.db, id));
    if (!file) throw new Problem("not_found");
    return reply
      .headers({
        "content-type": file.contentType,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.filename ?? "file")}`,
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "private, no-store",
      })
      .send(file.content);
  });
};
