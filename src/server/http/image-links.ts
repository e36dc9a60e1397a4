import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { readTemplateImage } from "#server/store/delivery/template-images.ts";

/** Readers of an e-mail load its pictures here, from any mail program and for as long as they keep it. */
export const mountImageLinks = (server: FastifyInstance, { imageTokens, database }: ApiServices): void => {
  server.get<{ Params: { token: string } }>("/images/:token", async (request, reply) => {
    const id = imageTokens.read(request.params.token);
    const image = id && (await readTemplateImage(database.db, id));
    if (!image) throw new Problem("not_found");
    return reply
      .headers({
        "content-type": image.contentType,
        "content-security-policy": "sandbox; default-src 'none'",
        "cross-origin-resource-policy": "cross-origin",
        // A picture never changes.
        "cache-control": "public, max-age=31536000, immutable",
      })
      .send(image.content);
  });
};
