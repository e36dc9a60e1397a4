import { isTokenSuspect } from "#domain/api-access/token.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { system } from "#server/audit/entry.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import { suspendApiToken } from "#server/store/workspace/api-tokens.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

/** Suspends a token of which many calls were refused in a short time: it is in wrong hands, or its program is broken. */
export const createRefusalCount = ({ write }: Pick<ApiServices, "write">) => {
  const times = new Map<string, number[]>();
  return {
    count: async (token: ApiToken, refusal: string, now: number): Promise<void> => {
      if (token.revokedAt !== null || token.suspendedAt !== null) return;
      const recent = [...(times.get(token.id) ?? []).slice(-20), now];
      times.set(token.id, recent);
      if (!isTokenSuspect(recent, now)) return;
      times.delete(token.id);
      await write(system, async ({ tx, audit, touch }) => {
        if ((await suspendApiToken(tx, token.id)) === undefined) return;
        await addNotifications(tx, [
          { kind: "token_suspended", params: { name: token.name }, link: "/settings?tab=api" },
        ]);
        audit({
          eventType: "failed_action",
          entityType: "token",
          entityId: token.id,
          details: { kind: "token_suspended", name: token.name },
          metadata: { refusal },
          status: "failure",
        });
        touch("tokens", "notifications");
      });
    },
  };
};
