import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, OutputOf, RequestOf } from "#contract/api-route.ts";
import { tokenMayUse } from "#domain/access/areas.ts";
import { type ListAnswer, listAnswer, untrusted } from "#domain/mcp/answer.ts";
import { maskAddress } from "#domain/mcp/mask-address.ts";
import { cursorAfter, readCursor } from "#domain/mcp/page-cursor.ts";
import type { McpToolInput, McpToolName } from "#domain/mcp/tools.ts";
import type { ApiServices, Handler } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { requireRecords } from "#server/api/record-access.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import type { UserSession } from "#server/auth/sessions.ts";

/** Who calls a tool, and what the audit entry of the call will say of it. */
export type ToolContext = {
  services: ApiServices;
  token: ApiToken;
  caller: UserSession;
  actor: Actor;
  /** What the program calls itself; unverified. */
  client: string | null;
  /** Where the product's pages are. */
  origin: string;
  request: FastifyRequest;
  reply: FastifyReply;
  noted: { personIds: Set<string>; approvalId: string | null };
};

/** The page on which an operator decides about a request. */
export const approvalLink = (origin: string, approvalId: string): string =>
  `${origin}/approvals#${approvalId}`;

/** A tool answers with JSON, within the size limit. */
export type ToolRun<N extends McpToolName> = (
  input: McpToolInput<N>,
  context: ToolContext,
) => Promise<string>;
export type ToolRuns<N extends McpToolName = McpToolName> = { [K in N]: ToolRun<K> };

/** What a call of the route would be refused for, before something is asked for in its place. */
export const requireRoute = async <E extends ApiRoute>(
  { services, caller }: ToolContext,
  endpoint: E,
  input: RequestOf<E>,
): Promise<void> => {
  if (endpoint.access === "public" || !tokenMayUse(caller.user.permissions, endpoint))
    throw new Problem("token_lacks_role");
  await requireRecords(services.database.db, endpoint, caller, input as Record<string, unknown>);
};

/** Calls the handler of an API route as the HTTP API does, without its scope, which the tool has checked. */
export const callRoute = async <E extends ApiRoute>(
  { services, caller, actor, request, reply }: ToolContext,
  endpoint: E,
  handler: Handler<E>,
  input: RequestOf<E>,
): Promise<OutputOf<E>> => {
  if (endpoint.access === "public" || !tokenMayUse(caller.user.permissions, endpoint))
    throw new Problem("token_lacks_role");
  const read = Object.fromEntries(
    Object.entries(endpoint.input).map(([part, schema]) => {
      const parsed = schema.safeParse((input as Record<string, unknown>)[part] ?? {});
      if (parsed.success) return [part, parsed.data];
      throw new Problem("invalid", {
        issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
      });
    }),
  );
  await requireRecords(services.database.db, endpoint, caller, read);
  const output = await handler({
    input: read,
    caller,
    actor,
    services,
    request,
    reply,
  } as Parameters<Handler<E>>[0]);
  return endpoint.output.parse(output) as OutputOf<E>;
};

export const notePerson = ({ noted }: ToolContext, id: string | null): void => {
  if (id !== null) noted.personIds.add(id);
};

/** A person's name, which a web form may have brought; an address in its place is masked. */
export const nameOf = (name: string | null) => untrusted(maskAddress(name));

type ServerPage<R> = { rows: readonly R[]; next: string | null };
type PagedAnswer<R> = Pick<ListAnswer, "head" | "name"> & {
  cursor: string | undefined;
  read: (page: string | null) => Promise<ServerPage<R>>;
  toRow: (row: R) => unknown;
};

/** A list of which as many rows are given as fit. */
export const answerPage = async <R>({ cursor, read, toRow, ...answer }: PagedAnswer<R>): Promise<string> => {
  const at = readCursor(cursor);
  if (!at)
    throw new Problem("invalid", { issues: [{ path: "cursor", message: "Not a cursor of this tool" }] });
  const { rows, next } = await read(at.page);
  return listAnswer({
    ...answer,
    rows: rows.slice(at.skip).map(toRow),
    cursorAfter: (count) => cursorAfter(at, rows.length, next, count),
  });
};
