import type { OAuthClient } from "#domain/oauth/authorization-request.ts";
import { clientIdKind, isSimulatedClient, readClientDocument } from "#server/auth/oauth-client.ts";
import { findOAuthClient } from "#server/store/workspace/oauth-server.ts";
import type { ApiServices } from "./handler.ts";

const timeoutMs = 5000;
const maxDocumentBytes = 16_384;

type ClientServices = Pick<ApiServices, "database" | "egress" | "sandboxUrl">;

/**
 * Fetches the document that describes a client. Its address comes from a stranger, so it is never one of those that the
 * configuration allows operators.
 */
const fetchDocument = async (
  { egress, sandboxUrl }: ClientServices,
  clientId: string,
): Promise<OAuthClient | undefined> => {
  const answer = await egress.request({
    url: clientId,
    allow: isSimulatedClient(clientId, sandboxUrl) ? "sandbox" : "public",
    timeoutMs,
    maxBytes: maxDocumentBytes,
  });
  if (
    !answer.ok ||
    answer.status !== 200 ||
    !/^application\/([\w.-]+\+)?json\b/.test(answer.headers["content-type"] ?? "")
  )
    return undefined;
  try {
    return readClientDocument(JSON.parse(answer.body.toString("utf8")), clientId);
  } catch {
    return undefined;
  }
};

/** The program behind a client id: described by the document at that address, or registered here. */
export const resolveOAuthClient = async (
  services: ClientServices,
  clientId: string,
): Promise<OAuthClient | undefined> => {
  const kind = clientIdKind(clientId, services.sandboxUrl);
  if (kind === "document") return fetchDocument(services, clientId);
  return kind === "registered" ? findOAuthClient(services.database.db, clientId) : undefined;
};
