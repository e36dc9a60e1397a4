import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "#domain/escape-html.ts";
import { formNotice, formStyles } from "#domain/forms/form-page.ts";
import type { Language } from "#domain/language.ts";
import { hostOf, shortLinkCodeLength, shortLinkPath } from "#domain/messages/short-link.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { addressGroup } from "#server/auth/sign-in-throttle.ts";
import { receiveClick } from "#server/pipeline/receive/receive-click.ts";
import { readingSettings } from "#server/pipeline/receive/record-inbound.ts";
import { findShortLinkTarget } from "#server/store/delivery/short-links.ts";
import type { RequestLimit } from "./rate-limit.ts";

export const shortLinkRoute = `${shortLinkPath}:code`;

type LinkRoute = { Params: { code: string }; Body: { page?: string } | undefined };

const texts: Record<Language, Record<"title" | "button" | "gone" | "goneText", string>> = {
  en: {
    title: "This link opens",
    button: "Continue",
    gone: "This link is no longer valid",
    goneText: "It has expired, or its address is incomplete. Please ask whoever sent it for a new one.",
  },
  es: {
    title: "Este enlace abre",
    button: "Continuar",
    gone: "Este enlace ya no es válido",
    goneText: "Venció o su dirección está incompleta. Pida uno nuevo a quien se lo envió.",
  },
};

/**
 * Opens the link as soon as a person sees the page: not while the browser only looks ahead, and not where a program
 * drives it. The page is replaced, so that "back" does not open the link again. Without scripts the button does it.
 */
const script = `(()=>{const form=document.querySelector("form");let isOpen=false;const open=()=>{if(isOpen||document.visibilityState!=="visible"||document.prerendering||navigator.webdriver)return;isOpen=true;const leave=()=>location.replace(form.dataset.target);const timer=setTimeout(leave,1500);fetch(location.href,{method:"POST",redirect:"manual",keepalive:true,body:new URLSearchParams(new FormData(form))}).catch(()=>{}).finally(()=>{clearTimeout(timer);leave()})};document.addEventListener("visibilitychange",open);document.addEventListener("prerenderingchange",open);open()})();`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Without `form-action`: browsers apply it to where a form redirects, too. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(formStyles)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

const maxBodyBytes = 4096;
const clicksPerMinute = 60;

/**
 * The short links of messages. A GET, and so a HEAD, a preview or a scanner, shows a page and counts nothing; what its
 * script or its button posts counts as a click. Both lead to the stored address and to no other.
 */
export const mountShortLinks = (
  server: FastifyInstance,
  { database, write, clock, shortLinks, general, asksModels }: ApiServices,
  rateLimit: RequestLimit,
): void => {
  const findTarget = async (code: string): Promise<string | undefined> => {
    if (code.length !== shortLinkCodeLength) return undefined;
    const target = await findShortLinkTarget(database.db, code);
    // What looks like an address may still be none, such as a host in no known script.
    return target !== undefined && URL.canParse(target) ? target : undefined;
  };

  const html = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply.status(status).headers(headers).type("text/html; charset=utf-8").send(page);
  const gone = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const language = preferredLanguage(request.headers);
    const { gone: title, goneText } = texts[language];
    return html(reply, 404, formNotice(language, { title, texts: [goneText] }));
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, { page: new URLSearchParams(String(body)).get("page") ?? "" }),
    );
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null),
    );

    scope.get<LinkRoute>(shortLinkRoute, async (request, reply) => {
      const { code } = request.params;
      const target = await findTarget(code);
      if (target === undefined) return gone(request, reply);
      const language = preferredLanguage(request.headers);
      const { title, button } = texts[language];
      const form = `<form method="post" data-target="${escapeHtml(target)}"><input type="hidden" name="page" value="${shortLinks.makePage(code, clock.now())}"><button>${button}</button></form><script>${script}</script>`;
      return html(
        reply,
        200,
        formNotice(language, { title: `${title} ${hostOf(target)}`, texts: [target], form }),
      );
    });

    scope.post<LinkRoute>(shortLinkRoute, async (request, reply) => {
      const { code } = request.params;
      const target = await findTarget(code);
      if (target === undefined) return gone(request, reply);
      const limit = await rateLimit(addressGroup(request.ip), clicksPerMinute);
      if (!limit.retryAfterSeconds) {
        const settings = await readingSettings({ general, asksModels });
        const purpose = [request.headers["sec-purpose"], request.headers.purpose].flat().join(" ");
        await receiveClick({ write, clock, settings }, code, {
          hasPage: shortLinks.isPage(code, request.body?.page ?? "", clock.now()),
          userAgent: request.headers["user-agent"] ?? "",
          purpose,
        });
      }
      // Encoded, because a header holds no letter outside Latin.
      return reply.headers(headers).redirect(new URL(target).href, 303);
    });
  });
};
