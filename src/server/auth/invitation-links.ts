import { createHash, randomBytes } from "node:crypto";

export const createInvitationToken = (): string => randomBytes(32).toString("base64url");

/** Only this is stored: who reads the table cannot accept an invitation. */
export const hashInvitationToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The token is in the fragment, which browsers do not send, so that no server or proxy logs it. */
export const invitationLink = (origin: string, token: string): string => `${origin}/invitation#${token}`;
