import { createHash } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { openApi } from "#contract/openapi.ts";
import type { Language } from "#domain/language.ts";
import { contentSecurityPolicy } from "./headers.ts";

/** The colours of the product. */
const brandCss = `:root, .light-mode { --scalar-color-accent: oklch(0.48 0.088 218); --scalar-font: "Inter Variable", system-ui, sans-serif; }
.dark-mode { --scalar-color-accent: oklch(0.78 0.1 212); }`;

/** Loaded on first use, because the API reference is several megabytes large. */
const loadReader = async (version: string, publicUrl: string | undefined): Promise<FastifyInstance> => {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const reader = fastify();
  await reader.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      content: openApi(version, publicUrl),
      telemetry: false,
      withDefaultFonts: false,
      pageTitle: "Faro API",
      hideClientButton: true,
      favicon: "/favicon.svg",
      customCss: brandCss,
    },
  });
  return reader;
};

/** The page starts with an inline script, which is allowed by its hash. */
const policyWithScriptHashes = (html: string): string => {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash("sha256")
        .update(script ?? "")
        .digest("base64")}'`,
  );
  return contentSecurityPolicy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(" "));
};

export const mountDocs = (server: FastifyInstance, version: string, publicUrl: string | undefined): void => {
  const documents = new Map<Language, string>();
  let reader: Promise<FastifyInstance> | undefined;
  server.get<{ Querystring: { language?: string } }>("/api/openapi.json", (request, reply) => {
    const language = request.query.language === "es" ? "es" : "en";
    const document = documents.get(language) ?? JSON.stringify(openApi(version, publicUrl, language));
    documents.set(language, document);
    return reply.type("application/json").send(document);
  });
  for (const url of ["/api/docs", "/api/docs/*"]) {
    server.get(url, async (request, reply) => {
      reader ??= loadReader(version, publicUrl);
      const response = await (await reader).inject({
        method: "GET",
        url: request.url,
        headers: { host: "localhost" },
      });
      const type = String(response.headers["content-type"] ?? "text/plain");
      if (response.headers.location) return reply.redirect("/api/docs/", 302);
      if (type.startsWith("text/html"))
        reply.header("content-security-policy", policyWithScriptHashes(response.body));
      return reply.status(response.statusCode).type(type).send(response.rawPayload);
    });
  }
};
