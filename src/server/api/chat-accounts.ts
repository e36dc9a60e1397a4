import { randomBytes } from "node:crypto";
import { chatCodeBytes, chatLinkMinutes, formatChatCode } from "#domain/integrations/chat-link.ts";
import type { WorkVendor } from "#server/connectors/work/work-vendor.ts";
import { findWorkVendor, workVendors } from "#server/connectors/work/work-vendors.ts";
import { listChatUsers, saveChatCode, unlinkChatUser } from "#server/store/integrations/chat-users.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** Whether replies that are written in the chat reach Faro. */
const takesReplies = async ({ vendors }: ApiServices, { chat, connector }: WorkVendor): Promise<boolean> => {
  const opened = chat ? await vendors.open(connector) : undefined;
  return opened?.ok === true && chat?.takesReplies(opened.settings) === true;
};

const chatOf = (service: string): WorkVendor => {
  const vendor = findWorkVendor(service);
  if (!vendor?.chat) throw new Problem("not_found");
  return vendor;
};

export const chatAccountHandlers: Handlers["chatAccounts"] = {
  list: async ({ services, caller }) => {
    const accounts = await Promise.all(
      workVendors.map(async (vendor) => {
        const { id: service, label } = vendor.connector;
        const linked = vendor.chat ? await listChatUsers(services.database.db, service) : [];
        const own = linked.find(({ userId, linkedAt }) => userId === caller.user.id && linkedAt !== null);
        const isOffered = own !== undefined || (await takesReplies(services, vendor));
        return isOffered
          ? [{ service, label, account: own?.externalId ?? null, linkedAt: own?.linkedAt ?? null }]
          : [];
      }),
    );
    return accounts.flat();
  },

  code: async ({ input: { params }, services, caller, actor }) => {
    const vendor = chatOf(params.service);
    if (!(await takesReplies(services, vendor))) throw new Problem("not_found");
    const code = formatChatCode(randomBytes(chatCodeBytes));
    const expiresAt = new Date(Date.now() + chatLinkMinutes * 60_000);
    const { id: service, label } = vendor.connector;
    await services.write(actor, async ({ tx, audit }) => {
      await saveChatCode(tx, { service, userId: caller.user.id, code, expiresAt });
      audit({
        eventType: "settings_update",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "chat_code_asked", name: label },
      });
    });
    return { code, expiresAt: expiresAt.toISOString() };
  },

  unlink: async ({ input: { params }, services, caller, actor }) => {
    const { connector } = chatOf(params.service);
    await services.write(actor, async ({ tx, audit, touch }) => {
      if (!(await unlinkChatUser(tx, connector.id, caller.user.id))) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "chat_account_unlinked", name: connector.label },
      });
      touch("account", "integration-work");
    });
    return { ok: true };
  },
};
