import type { FastifyReply, FastifyRequest } from "fastify";
import {
  cookieName,
  createDeviceMark,
  deviceCookie,
  deviceMaxAgeSeconds,
  formatCookie,
  sessionCookie,
} from "#server/auth/cookies.ts";
import { recordKnownAddress } from "#server/auth/known-addresses.ts";
import {
  endSession,
  maxSessionMs,
  type SessionAccount,
  startSession,
  type UserSession,
} from "#server/auth/sessions.ts";
import type { Tx } from "#server/db/database.ts";
import type { ApiServices } from "./handler.ts";

export type OpeningRequest = {
  caller: UserSession | undefined;
  request: FastifyRequest;
  /** Minutes of inactivity after which the session ends. */
  sessionTimeout: number;
};

/** Starts the session of a user in the browser of the request. Returns the token of its cookie. */
export const openSession = async (
  tx: Tx,
  { caller, request, sessionTimeout }: OpeningRequest,
  userId: string,
  account?: SessionAccount,
): Promise<string> => {
  // End the browser's previous session: an existing token must never become the session of another user.
  if (caller) await endSession(tx, caller.sid);
  const client = { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
  const token = await startSession(tx, userId, client, sessionTimeout * 60_000, account);
  await recordKnownAddress(tx, userId, request.ip);
  return token;
};

/** The cookies of the session, and of the browser as one from which the user signs in. */
export const setSessionCookies = (
  reply: FastifyReply,
  { keyring, secure }: ApiServices,
  { token, email, device }: { token: string; email: string; device: string | undefined },
): void => {
  reply.header("set-cookie", [
    formatCookie(cookieName(sessionCookie, secure), token, secure, maxSessionMs / 1000),
    formatCookie(
      cookieName(deviceCookie, secure),
      createDeviceMark(keyring, email, device),
      secure,
      deviceMaxAgeSeconds,
    ),
  ]);
};
