import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formNotice, formPage } from "#domain/forms/form-page.ts";
import { formTexts } from "#domain/forms/form-texts.ts";
import { type PostedValues, postedText, readSubmission } from "#domain/forms/read-submission.ts";
import type { Language } from "#domain/language.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { system } from "#server/audit/entry.ts";
import { addressGroup } from "#server/auth/sign-in-throttle.ts";
import { newId } from "#server/db/id.ts";
import type { ShownPage } from "#server/pipeline/ingest/form-page-tokens.ts";
import { storeSubmission } from "#server/pipeline/ingest/form-submissions.ts";
import {
  findConsentVersion,
  findFormBySlug,
  type StoredForm,
  toFormInput,
} from "#server/store/forms/lead-forms.ts";
import { mountFormConfirmations } from "./form-confirmations.ts";
import { formHeaders } from "./form-headers.ts";
import { embedScript, frameScript } from "./form-scripts.ts";
import type { RequestLimit } from "./rate-limit.ts";

type FormRoute = {
  Params: { slug: string };
  Querystring: { lang?: string; sent?: string };
  Body: PostedValues | undefined;
};

const perVisitorPerMinute = 10;
const perFormPerMinute = 300;
/** Faster than this only a program fills in a form; later than this the page is asked for again. */
const minFillMs = 1500;
const maxFillMs = 24 * 3_600_000;

const formLanguage = (request: FastifyRequest): Language => {
  const { lang } = request.query as { lang?: string };
  return lang === "en" || lang === "es" ? lang : preferredLanguage(request.headers);
};

const html = (reply: FastifyReply, status: number, origins: readonly string[], page: string): FastifyReply =>
  reply.status(status).headers(formHeaders(origins)).type("text/html; charset=utf-8").send(page);

/** When a page was made: its id starts with the milliseconds since 1970. */
const madeAt = (pageId: string): number => Number.parseInt(pageId.replaceAll("-", "").slice(0, 12), 16);

/** An id of a page that was made at the given time. */
const idMadeAt = (at: number): string => {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
};

/**
 * A page that is shown again is the same page: nothing was stored with it, and its visitor has taken their time. One
 * that was open for too long gets a new id, and may be sent at once.
 */
const nextPageId = (page: ShownPage | undefined, age: number, now: number): string => {
  if (page === undefined) return newId();
  return age > maxFillMs ? idMadeAt(now - minFillMs) : page.pageId;
};

/** A wording that the visitor has not read yet is not ticked. */
const withoutConsents = (posted: PostedValues): PostedValues =>
  Object.fromEntries(Object.entries(posted).filter(([name]) => !name.startsWith("consent.")));

const frameTag = (origins: readonly string[]): string =>
  `<script src="/f/frame.js" data-origins="${origins.join(" ")}" async></script>`;

/** The public pages of forms: no session, no cookies, no scripts needed. */
export const mountLeadForms = (
  server: FastifyInstance,
  services: ApiServices,
  rateLimit: RequestLimit,
): void => {
  const { database, write, general, personFields, formPages } = services;

  type Shown = Partial<Pick<Parameters<typeof formPage>[0], "posted" | "problems" | "alert">>;
  const render = async (
    form: StoredForm,
    language: Language,
    pageId: string,
    shown: Shown = {},
  ): Promise<string> => {
    const fields = (await personFields()).filter(({ archivedAt }) => archivedAt === null);
    return formPage({
      form: toFormInput(form),
      language,
      customFields: fields,
      action: `/f/${form.slug}?lang=${language}`,
      otherUrl: `/f/${form.slug}?lang=${language === "en" ? "es" : "en"}`,
      pageToken: formPages.make(form.id, { pageId, version: form.consentVersion }),
      posted: {},
      problems: {},
      alert: null,
      ...shown,
      scripts: frameTag(form.origins),
    });
  };
  const notice = (form: StoredForm | undefined, language: Language, title: string, texts: string[]): string =>
    formNotice(language, { title, texts }, form ? frameTag(form.origins) : "");
  const closed = (reply: FastifyReply, form: StoredForm | undefined, language: Language): FastifyReply => {
    const texts = formTexts[language];
    return html(reply, 404, form?.origins ?? [], notice(form, language, texts.closed, [texts.closedText]));
  };

  const store = async (
    form: StoredForm,
    { pageId: id, version }: ShownPage,
    consents: StoredForm["consents"],
    request: FastifyRequest<FormRoute>,
    language: Language,
  ) => {
    const context = { country: (await general()).defaultCountry, customFields: await personFields() };
    const read = readSubmission({ ...toFormInput(form), consents }, request.body ?? {}, context);
    if (Object.keys(read.problems).length > 0) return read;
    await write(system, (writing) =>
      storeSubmission(writing, form, {
        ...{ id, version, language, consents, read },
        ip: request.ip,
        userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null,
      }),
    );
    return read;
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 65_536 },
      (_request, body, done) => {
        const posted = new URLSearchParams(body as string);
        done(
          null,
          Object.fromEntries([...new Set(posted.keys())].map((name) => [name, posted.getAll(name)])),
        );
      },
    );

    scope.get<FormRoute>("/f/:slug", async (request, reply) => {
      const language = formLanguage(request);
      const form = await findFormBySlug(database.db, request.params.slug);
      if (!form?.active) return closed(reply, form, language);
      if (request.query.sent === undefined)
        return html(reply, 200, form.origins, await render(form, language, newId()));
      const texts = [
        form.texts.thanks[language],
        ...(request.query.sent === "confirm" ? [formTexts[language].confirmSent] : []),
      ];
      const title = form.texts.title[language];
      return html(reply, 200, form.origins, notice(form, language, title, texts));
    });

    scope.post<FormRoute>("/f/:slug", async (request, reply) => {
      const language = formLanguage(request);
      const texts = formTexts[language];
      const form = await findFormBySlug(database.db, request.params.slug);
      if (!form?.active) return closed(reply, form, language);
      const posted = request.body ?? {};
      const now = Date.now();
      const page = formPages.read(form.id, postedText(posted.page));
      const age = page === undefined ? Number.POSITIVE_INFINITY : now - madeAt(page.pageId);
      const consents = page && (await findConsentVersion(database.db, form, page.version));
      const again = async (status: number, shown: Shown) =>
        html(
          reply,
          status,
          form.origins,
          await render(form, language, nextPageId(page, age, now), {
            posted: page?.version === form.consentVersion ? posted : withoutConsents(posted),
            ...shown,
          }),
        );
      const tooMany = (seconds: number) => {
        reply.header("retry-after", String(seconds));
        return again(429, { alert: texts.tooMany });
      };
      const visitor = await rateLimit(`${form.id} ${addressGroup(request.ip)}`, perVisitorPerMinute);
      if (visitor.retryAfterSeconds) return tooMany(visitor.retryAfterSeconds);
      if (!page || !consents || age > maxFillMs) return again(400, { alert: texts.tooOld });
      // After the page, so that requests without one cannot close the form for others.
      const whole = await rateLimit(form.id, perFormPerMinute);
      if (whole.retryAfterSeconds) return tooMany(whole.retryAfterSeconds);
      const thanks = (sent: string) => reply.redirect(`/f/${form.slug}?lang=${language}&sent=${sent}`, 303);
      // A program that fills in what no visitor sees, or that is too fast, is thanked and nothing is stored.
      if (postedText(posted.website) !== "" || age < minFillMs) return thanks("1");
      const read = await store(form, page, consents, request, language);
      if (Object.keys(read.problems).length > 0)
        return again(422, { problems: read.problems, alert: texts.check });
      return thanks(read.channels.length > 0 ? "confirm" : "1");
    });

    mountFormConfirmations(scope, services);
  });

  server.get("/f/frame.js", (_request, reply) =>
    reply.type("text/javascript").header("cache-control", "public, max-age=300").send(frameScript),
  );
  // Loaded by the sites of others, so it is open to all of them.
  server.get("/embed.js", (_request, reply) =>
    reply
      .type("text/javascript")
      .headers({ "cache-control": "public, max-age=300", "cross-origin-resource-policy": "cross-origin" })
      .send(embedScript),
  );
};
