import { createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { createOAuthServer } from "#sandbox/oauth.ts";
import { postReport } from "#sandbox/report.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestBearerToken,
  requestHeader,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.endsWith("/oauth/v2/accessToken");
const isPage = (request: FastifyRequest): boolean => request.url.includes("/oauth/v2/authorization");
const oauthError = (status: number, error: string, error_description: string): SimulatedResponse => ({
  status,
  body: { error, error_description },
});
const failure = (
  status: number,
  code: string,
  message: string,
  serviceErrorCode = 100,
): SimulatedResponse => ({
  status,
  body: { status, serviceErrorCode, code, message },
});
const invalidToken = () => failure(401, "INVALID_ACCESS_TOKEN", "Invalid access token", 65_600);

const auth: VendorAuth = {
  credentials: (request) => {
    if (isPage(request)) return [];
    return isTokenRequest(request)
      ? [bodyField(request, "client_id"), bodyField(request, "client_secret")]
      : [requestBearerToken(request)];
  },
  unauthorized: (request) =>
    isTokenRequest(request)
      ? oauthError(401, "invalid_client", "Client authentication failed")
      : invalidToken(),
  rateLimited: () => failure(429, "TOO_MANY_REQUESTS", "Resource level throttle limit reached", 101),
};

const formId = 7_234_246;
const questions = [
  { questionId: 1, name: "First name", predefinedField: "FIRST_NAME" },
  { questionId: 2, name: "Last name", predefinedField: "LAST_NAME" },
  { questionId: 3, name: "Email", predefinedField: "EMAIL" },
  { questionId: 4, name: "Phone", predefinedField: "PHONE_NUMBER" },
  { questionId: 5, name: "City", predefinedField: "CITY" },
  {
    questionId: 6,
    name: "Interest",
    question: { localized: { en_US: "What are you interested in?" } },
    questionDetails: {
      multipleChoiceQuestionDetails: {
        options: [
          { id: 1, text: { localized: { en_US: "Panels" } } },
          { id: 2, text: { localized: { en_US: "Batteries" } } },
        ],
      },
    },
  },
];
const form = {
  id: formId,
  name: "Sandbox form",
  hiddenFields: [{ name: "source_list", value: "autumn" }],
  content: {
    questions,
    legalInfo: {
      consents: [
        { id: 1, consent: { localized: { en_US: "I agree to receive emails about offers" } } },
        { id: 2, consent: { localized: { en_US: "You may call me by telephone" } } },
      ],
    },
  },
};

type Submission = { answers?: Record<string, string>; interests?: number[]; consents?: number[] };
type Response = { id: string; submittedAt: number; owner: string } & Record<string, unknown>;

const toResponse = ({ answers = {}, interests = [], consents = [] }: Submission): Response => ({
  id: `${randomUUID()}-4`,
  leadType: "SPONSORED",
  owner: "urn:li:sponsoredAccount:512345678",
  submittedAt: Date.now(),
  testLead: false,
  versionedLeadGenFormUrn: `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:${formId},1)`,
  associatedEntity: { associatedCreative: "urn:li:sponsoredCreative:241257736" },
  leadMetadataInfo: { sponsoredLeadMetadataInfo: { campaign: { id: "urn:li:sponsoredCampaign:360970" } } },
  formResponse: {
    answers: [
      ...questions.flatMap(({ questionId, predefinedField }) => {
        const answer = predefinedField ? answers[predefinedField] : undefined;
        return answer ? [{ questionId, answerDetails: { textQuestionAnswer: { answer } } }] : [];
      }),
      ...(interests.length > 0
        ? [{ questionId: 6, answerDetails: { multipleChoiceAnswer: { options: interests } } }]
        : []),
    ],
    consentResponses: [1, 2].map((consentId) => ({ consentId, accepted: consents.includes(consentId) })),
  },
  form,
});

const mountLeads = (app: FastifyInstance, context: SandboxContext): void => {
  const { settings } = context;
  const responses = new Map<string, Response>();
  const subscriptions = new Set<string>();
  const sign = (content: string): string =>
    createHmac("sha256", settings.secrets.linkedin ?? "sandbox")
      .update(content)
      .digest("hex");
  const isProven = async (url: string): Promise<boolean> => {
    const code = randomUUID();
    const answer = await context.callbacks.post({
      vendor: "linkedin",
      method: "GET",
      url: `${url}?challengeCode=${code}&applicationId=1`,
      headers: {},
    });
    try {
      return JSON.parse(answer?.body ?? "").challengeResponse === sign(code);
    } catch {
      return false;
    }
  };
  const report = ({ id, owner, submittedAt }: Response): void => {
    const url = settings.webhooks.linkedin;
    if (!url || !subscriptions.has(owner)) return;
    const body = JSON.stringify({
      type: "LEAD_ACTION",
      leadGenFormResponse: `urn:li:leadGenFormResponse:${id}`,
      leadGenForm: `urn:li:leadGenForm:${formId}`,
      owner: { sponsoredAccount: owner },
      leadType: "SPONSORED",
      leadAction: "CREATED",
      occuredAt: submittedAt,
    });
    postReport(context, {
      vendor: "linkedin",
      url,
      body,
      headers: () => ({ "x-li-signature": sign(`hmacsha256=${body}`) }),
    });
  };

  app.addHook("preHandler", async (request, reply) => {
    if (request.url.includes("/rest/") && !/^20\d{4}$/.test(requestHeader(request, "linkedin-version") ?? ""))
      return sendResponse(reply, failure(400, "VERSION_MISSING", "A version must be present"));
  });
  app.post("/rest/leadNotifications", async (request, reply) => {
    const { webhook = "", owner } = request.body as { webhook?: string; owner?: Record<string, string> };
    const urn = Object.values(owner ?? {})[0] ?? "";
    if (subscriptions.has(urn))
      return sendResponse(reply, failure(409, "DUPLICATE", "This subscription exists"));
    if (!(await isProven(webhook)))
      return sendResponse(reply, failure(400, "INVALID_WEBHOOK", "The webhook could not be validated"));
    subscriptions.add(urn);
    return reply.code(201).send({});
  });
  app.get("/rest/leadFormResponses", async (request) => {
    const [, from = "0", to = "0"] =
      /start:(\d+),end:(\d+)/.exec(queryParam(request, "submittedAtTimeRange") ?? "") ?? [];
    const owner = /urn:[^)]+/.exec(queryParam(request, "owner") ?? "")?.[0];
    const found = [...responses.values()].filter(
      (one) => one.owner === owner && one.submittedAt >= Number(from) && one.submittedAt <= Number(to),
    );
    const start = Number(queryParam(request, "start") ?? 0);
    const count = Number(queryParam(request, "count") ?? 10);
    return {
      paging: { start, count, links: [], total: found.length },
      elements: found.slice(start, start + count).map(({ id }) => ({ id })),
    };
  });
  app.get("/rest/leadFormResponses/:id", async (request, reply) => {
    const found = responses.get(pathParam(request, "id"));
    return found ?? sendResponse(reply, failure(404, "NOT_FOUND", "The response was not found"));
  });
  // A member sends the form; `quietly` without a report, as when one is lost.
  app.post("/members/submit", async (request) => {
    const { quietly, ...submission } = request.body as Submission & { quietly?: boolean };
    const response = toResponse(submission);
    responses.set(response.id, response);
    if (!quietly) report(response);
    return { id: response.id };
  });
};

export const linkedin: Vendor = {
  id: "linkedin",
  interruptions: {
    unauthorized: invalidToken,
    "rate-limited": () => failure(429, "TOO_MANY_REQUESTS", "Resource level throttle limit reached", 101),
    "server-error": () => failure(500, "INTERNAL_SERVER_ERROR", "Internal Server Error", 0),
  },
  mount: (app, context) => {
    const tokens = createTokenIssuer("AQsandbox");
    const grants = createOAuthServer(context, "LinkedIn", tokens.issue);
    requireCredentials(app, auth);
    app.addHook("preHandler", async (request, reply) => {
      if (grants.isRefused(requestBearerToken(request) ?? "")) return sendResponse(reply, invalidToken());
    });
    app.get("/oauth/v2/authorization", { config: { isBrowserPage: true } }, async (request, reply) =>
      grants.authorize(request, reply),
    );
    app.post("/oauth/v2/accessToken", async (request, reply) => {
      if (bodyField(request, "grant_type") !== "client_credentials") {
        const answer = grants.token(request);
        return answer.ok ? answer.tokens : sendResponse(reply, oauthError(400, answer.error, answer.error));
      }
      // Most apps may not use this flow; the error still proves that the credentials are right.
      if (bodyField(request, "client_secret")?.includes("denied"))
        return sendResponse(
          reply,
          oauthError(403, "access_denied", "This application is not allowed to create application tokens"),
        );
      return { access_token: tokens.issue(), expires_in: 1800 };
    });
    app.get("/v2/userinfo", async () => ({
      sub: "sandbox",
      name: "Faro Sandbox",
      email: "sandbox@faro.example",
    }));
    mountLeads(app, context);
  },
};
