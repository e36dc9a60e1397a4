import type { Permissions } from "#domain/access/areas.ts";
import type { SettingValues } from "#domain/connection.ts";
import { mayRouteToChat } from "#domain/integrations/chat-routes.ts";
import { findWorkVendor } from "#server/connectors/work/work-vendors.ts";
import type { Tx } from "#server/db/database.ts";
import { listRoutes } from "#server/store/integrations/chats.ts";
import { Problem } from "./problem.ts";

/**
 * Who changes the connection of a chat can lead everything that is sent there to an account of their own, so they need
 * the rights to it, and to what rules post where they choose the chat for that.
 */
export const requireRightsToChat = async (
  tx: Tx,
  service: string,
  before: SettingValues | undefined,
  after: SettingValues,
  permissions: Permissions,
): Promise<void> => {
  const chat = findWorkVendor(service)?.chat;
  if (!chat) return;
  const defaultChannel = chat.defaultChannel(after);
  const isMoved = defaultChannel !== null && defaultChannel !== chat.defaultChannel(before ?? {});
  const kinds = [
    ...(await listRoutes(tx, service)).map(({ kind }) => kind),
    ...(isMoved ? (["rule"] as const) : []),
  ];
  if (kinds.some((kind) => !mayRouteToChat(permissions, kind))) throw new Problem("forbidden");
};
