import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { Problem } from "#server/api/problem.ts";
import { optOutAddresses } from "#server/pipeline/deliver/opt-out.ts";
import { findSentAddress } from "#server/store/delivery/sent-messages.ts";

type UnsubscribeRoute = { Params: { token: string } };

const texts = {
  en: {
    title: "Unsubscribe",
    ask: "Do you want to stop receiving our messages?",
    button: "Unsubscribe",
    done: "Done. You will not receive our messages any more.",
  },
  es: {
    title: "Darse de baja",
    ask: "¿Quiere dejar de recibir nuestros mensajes?",
    button: "Darme de baja",
    done: "Listo. Ya no recibirá nuestros mensajes.",
  },
};

const page = (language: "en" | "es", body: string): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${texts[language].title}</title><main><h1>${texts[language].title}</h1>${body}</main></html>`;

/**
 * RFC 8058: a POST unsubscribes without confirmation. A GET only shows a page, because mail scanners open every link
 * they find.
 */
export const mountUnsubscribe = (server: FastifyInstance, services: ApiServices): void => {
  const { unsubscribeTokens, database, write, addressHash } = services;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The token in the URL is all that is needed; the body is ignored.
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 65_536 }, (_request, _body, done) =>
      done(null),
    );
    scope.get<UnsubscribeRoute>("/hooks/unsubscribe/:token", async (request, reply) => {
      if (!unsubscribeTokens.read(request.params.token)) throw new Problem("not_found");
      const language = preferredLanguage(request.headers);
      const { ask, button } = texts[language];
      return reply
        .type("text/html; charset=utf-8")
        .send(page(language, `<p>${ask}</p><form method="post"><button>${button}</button></form>`));
    });
    scope.post<UnsubscribeRoute>("/hooks/unsubscribe/:token", async (request, reply) => {
      const actionId = unsubscribeTokens.read(request.params.token);
      const address = actionId && (await findSentAddress(database.db, actionId));
      if (!actionId || !address) throw new Problem("not_found");
      await optOutAddresses(write, addressHash, {
        addresses: [address],
        source: "unsubscribe",
        reason: null,
        causedBy: actionId,
      });
      const language = preferredLanguage(request.headers);
      return reply.type("text/html; charset=utf-8").send(page(language, `<p>${texts[language].done}</p>`));
    });
  });
};
