import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mcpTools } from "#domain/mcp/tools.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { type OAuthAddresses, oauthAddresses } from "#server/api/oauth-addresses.ts";
import { Problem, problemStatus } from "#server/api/problem.ts";
import { type Actor, system } from "#server/audit/entry.ts";
import { createSecretValue } from "#server/auth/api-tokens.ts";
import { clientMetadata, clientMetadataFault, registeredIdPrefix } from "#server/auth/oauth-client.ts";
import { addressGroup } from "#server/auth/sign-in-throttle.ts";
import { insertOAuthClient } from "#server/store/workspace/oauth-server.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { readFormsOnly } from "./form-body.ts";
import { answerTokenRequest, revokeGrant, type TokenForm } from "./oauth-token.ts";
import type { RequestLimit } from "./rate-limit.ts";

const tokensPerMinute = 60;
const registrationsPerMinute = 5;
const formBytes = 16_384;

const supportedScopes = [...new Set(mcpTools.flatMap(({ scope }) => (scope === null ? [] : [scope])))];

const resourceMetadata = ({ audience, issuer }: OAuthAddresses) => ({
  resource: audience,
  resource_name: "Faro",
  authorization_servers: [issuer],
  scopes_supported: supportedScopes,
  bearer_methods_supported: ["header"],
});

const serverMetadata = ({ issuer, pages }: OAuthAddresses) => ({
  issuer,
  authorization_endpoint: pages.authorize,
  token_endpoint: pages.token,
  registration_endpoint: pages.register,
  revocation_endpoint: pages.revoke,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  scopes_supported: supportedScopes,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

const actorOf = ({ ip, headers }: FastifyRequest): Actor => ({
  ...system,
  ip,
  userAgent: headers["user-agent"] ?? null,
});

/** Sign-in of AI assistants by OAuth 2.1: metadata, tokens, registration and revocation; the page is in the web app. */
export const mountOAuthServer = (
  server: FastifyInstance,
  services: ApiServices,
  rateLimit: RequestLimit,
): void => {
  /** Every route is as if it did not exist while assistants may not sign in. */
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<OAuthAddresses> => {
    reply.header("cache-control", "no-store");
    const addresses = await oauthAddresses(services, request);
    if (!addresses) throw new Problem("not_found");
    return addresses;
  };
  const limit = async (kind: string, request: FastifyRequest, perMinute: number): Promise<void> => {
    const { retryAfterSeconds } = await rateLimit(`${kind} ${addressGroup(request.ip)}`, perMinute);
    if (retryAfterSeconds !== undefined) throw new Problem("too_many", { retryAfterSeconds });
  };
  const sendError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = errorToProblem(error, request.routeOptions.url, services.log, request.id);
    const status = problemStatus(problem.code);
    if (problem.retryAfterSeconds !== undefined)
      reply.header("retry-after", String(problem.retryAfterSeconds));
    const name =
      status >= 500 ? "server_error" : status === 429 ? "temporarily_unavailable" : "invalid_request";
    return reply.status(status).send({ error: name });
  };

  const metadata = (url: string, describe: (addresses: OAuthAddresses) => object): void => {
    server.get(url, { exposeHeadRoute: false, errorHandler: sendError }, async (request, reply) =>
      describe(await open(request, reply)),
    );
  };
  metadata("/.well-known/oauth-protected-resource/mcp", resourceMetadata);
  metadata("/.well-known/oauth-authorization-server/oauth", serverMetadata);

  server.post(
    "/oauth/register",
    { errorHandler: sendError, bodyLimit: formBytes },
    async (request, reply) => {
      await open(request, reply);
      await limit("register", request, registrationsPerMinute);
      const fault = clientMetadataFault(request.body);
      if (fault) return reply.status(400).send({ error: fault });
      const { client_name: name, redirect_uris: redirectUris } = clientMetadata.parse(request.body);
      const client = {
        id: createSecretValue(registeredIdPrefix),
        name: name || new URL(redirectUris[0] ?? "").host,
        redirectUris,
      };
      if (!(await services.write(actorOf(request), ({ tx }) => insertOAuthClient(tx, client))))
        throw new Problem("too_many", { retryAfterSeconds: 3600 });
      return reply.status(201).send({
        client_id: client.id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: client.name,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
    },
  );

  server.register(async (scope) => {
    readFormsOnly(scope, formBytes);
    scope.post<{ Body: TokenForm | undefined }>(
      "/oauth/token",
      { errorHandler: sendError },
      async (request, reply) => {
        const addresses = await open(request, reply);
        await limit("token", request, tokensPerMinute);
        const answer = await answerTokenRequest(services, addresses, request.body ?? {}, actorOf(request));
        if (answer.ok) return answer.body;
        return reply.status(400).send({ error: answer.error, error_description: answer.description });
      },
    );
    scope.post<{ Body: TokenForm | undefined }>(
      "/oauth/revoke",
      { errorHandler: sendError },
      async (request, reply) => {
        await open(request, reply);
        await limit("token", request, tokensPerMinute);
        await revokeGrant(services, request.body ?? {}, actorOf(request));
        return reply.status(200).send({});
      },
    );
  });
};
