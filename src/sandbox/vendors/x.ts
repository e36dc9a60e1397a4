import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { createOAuthServer } from "#sandbox/oauth.ts";
import {
  authorizationCredential,
  basicCredentials,
  queryParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const problem = (status: number, title: string, detail: string, type = "about:blank"): SimulatedResponse => ({
  status,
  type: "application/problem+json",
  body: { title, type, status, detail },
});

const accessToken = (request: FastifyRequest): string | undefined =>
  requestBearerToken(request) ?? authorizationCredential(request, "OAuth");
const unauthorized = () => problem(401, "Unauthorized", "Unauthorized");

const auth: VendorAuth = {
  credentials: (request) => {
    if (request.url.includes("/i/oauth2/authorize")) return [];
    if (!request.url.endsWith("/2/oauth2/token")) return [accessToken(request)];
    const client = basicCredentials(request);
    return [client?.user, client?.password];
  },
  unauthorized,
  rateLimited: () => ({
    ...problem(429, "Too Many Requests", "Too Many Requests"),
    headers: {
      "x-rate-limit-limit": "25",
      "x-rate-limit-remaining": "0",
      "x-rate-limit-reset": String(Math.ceil(Date.now() / 1000) + 1),
    },
  }),
  falseSuccess: () => ({
    status: 200,
    body: {
      errors: [
        {
          title: "Authorization Error",
          detail: "Sorry, you are not authorized to see this user.",
          type: "https://api.twitter.com/2/problems/not-authorized-for-resource",
        },
      ],
    },
  }),
  notFound: () => problem(404, "Not Found", "Not Found"),
};

const own = { id: "1445501000000000001", name: "Faro Sandbox", username: "faro_sandbox" };

type Member = { id: string; name: string; username: string };
type WrittenMessage = { id: string; sender: Member; conversation: string; text: string; at: number };

/** The direct messages of the account, newest first and at most 100 in a page. */
const mountMessages = (app: FastifyInstance): void => {
  const messages: WrittenMessage[] = [];
  const conversationWith = (id: string): string => `${own.id}-${id}`;
  const add = (sender: Member, conversation: string, text: string): string => {
    const id = String(1_860_000_000_000_000_000n + BigInt(messages.length));
    messages.unshift({ id, sender, conversation, text, at: Date.now() });
    return id;
  };
  const list = (request: FastifyRequest, found: WrittenMessage[]) => {
    const start = Number(queryParam(request, "pagination_token") ?? 0);
    const count = Math.min(100, Number(queryParam(request, "max_results") ?? 100));
    const shown = found.slice(start, start + count);
    const users = [...new Map(shown.map(({ sender }) => [sender.id, sender])).values()];
    return {
      ...(shown.length > 0
        ? {
            data: shown.map(({ id, sender, conversation, text, at }) => ({
              id,
              event_type: "MessageCreate",
              text,
              sender_id: sender.id,
              dm_conversation_id: conversation,
              created_at: new Date(at).toISOString(),
            })),
            includes: { users },
          }
        : {}),
      meta: {
        result_count: shown.length,
        ...(start + count < found.length ? { next_token: String(start + count) } : {}),
      },
    };
  };
  app.get("/2/dm_events", async (request) => list(request, messages));
  app.get<{ Params: { id: string } }>("/2/dm_conversations/with/:id/dm_events", async (request) =>
    list(
      request,
      messages.filter(({ conversation }) => conversation === conversationWith(request.params.id)),
    ),
  );
  const takesNoMessages = new Set<string>();
  app.post<{ Params: { id: string } }>("/2/dm_conversations/with/:id/messages", async (request, reply) => {
    const { id } = request.params;
    const { text } = (request.body ?? {}) as { text?: unknown };
    if (!/^\d{1,19}$/.test(id) || typeof text !== "string" || text === "" || text.length > 10_000)
      return sendResponse(
        reply,
        problem(
          400,
          "Invalid Request",
          "One or more parameters to your request was invalid.",
          "https://api.twitter.com/2/problems/invalid-request",
        ),
      );
    if (takesNoMessages.has(id))
      return sendResponse(
        reply,
        problem(403, "Forbidden", "You do not have permission to DM one or more participants."),
      );
    const conversation = conversationWith(id);
    const eventId = add(own, conversation, text);
    return reply.code(201).send({ data: { dm_conversation_id: conversation, dm_event_id: eventId } });
  });
  // A member takes no messages of the account any more.
  app.post("/members/block", async (request) => {
    takesNoMessages.add((request.body as Member).id);
    return {};
  });
  // A member writes to the account, alone or in a group; with `isOwn` the account writes.
  app.post("/members/write", async (request) => {
    const { text, isOwn, isGroup, ...member } = request.body as Member & {
      text: string;
      isOwn?: boolean;
      isGroup?: boolean;
    };
    return {
      id: add(isOwn ? own : member, isGroup ? "1578398451921985538" : conversationWith(member.id), text),
    };
  });
};

export const x: Vendor = {
  id: "x",
  interruptions: {
    unauthorized,
    "rate-limited": () => problem(429, "Too Many Requests", "Too Many Requests"),
  },
  mount: (app, context) => {
    const tokens = createTokenIssuer("Xsandbox");
    const grants = createOAuthServer(context, "X", tokens.issue);
    requireCredentials(app, auth);
    app.addHook("preHandler", async (request, reply) => {
      if (grants.isRefused(requestBearerToken(request) ?? "")) return sendResponse(reply, unauthorized());
    });
    app.get("/i/oauth2/authorize", { config: { isBrowserPage: true } }, async (request, reply) =>
      grants.authorize(request, reply),
    );
    app.post("/2/oauth2/token", async (request, reply) => {
      const answer = grants.token(request);
      return answer.ok
        ? answer.tokens
        : sendResponse(reply, {
            status: 400,
            body: { error: answer.error, error_description: answer.error },
          });
    });
    app.get("/2/users/me", async (request, reply) =>
      accessToken(request)?.includes("apponly")
        ? sendResponse(
            reply,
            problem(
              403,
              "Unsupported Authentication",
              "Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].",
              "https://api.twitter.com/2/problems/unsupported-authentication",
            ),
          )
        : { data: own },
    );
    mountMessages(app);
  },
};
