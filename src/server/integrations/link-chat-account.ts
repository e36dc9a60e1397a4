import * as z from "zod";
import { verdictText } from "#domain/integrations/chat-texts.ts";
import { linkChatUser } from "#server/store/integrations/chat-users.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { done, type WorkHandler, workspaceLanguage } from "./work-context.ts";

const payload = z.object({
  channel: z.string(),
  threadId: z.string().nullable(),
  messageId: z.string(),
  userId: z.string(),
  codeHash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Links the account that sent a code to the user who asked for it, and tells the account. */
export const linkChatAccount: WorkHandler = async (work, { vendor }, context) => {
  const { chat, connector } = vendor;
  if (!chat) return done;
  const { channel, threadId, messageId, userId, codeHash } = payload.parse(work.payload);
  const language = await workspaceLanguage(context);
  return {
    kind: "done",
    change: async ({ tx, audit, touch }) => {
      const user = await linkChatUser(tx, {
        service: connector.id,
        externalId: userId,
        codeHash: Buffer.from(codeHash, "hex"),
        now: new Date(Date.now()),
      });
      if (user) {
        audit({
          eventType: "settings_update",
          entityType: "user",
          entityId: user.id,
          details: { kind: "chat_account_linked", name: connector.label },
          metadata: { service: connector.id, account: userId },
        });
        touch("integration-work", "account");
      }
      const verdict = user
        ? ({ kind: "linked", name: user.name } as const)
        : ({ kind: "code_unknown" } as const);
      const text = verdictText(verdict, language);
      const answered = chat.hasThreads ? (threadId ?? messageId) : messageId;
      await addWork(tx, [
        {
          service: connector.id,
          kind: "chat_post",
          personId: null,
          payload: { channel, threadId: answered, text },
        },
      ]);
    },
  };
};
