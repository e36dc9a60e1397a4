import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { InputOf } from "#contract/api-route.ts";
import { accountApi } from "#contract/auth.ts";
import { type ChatAccount, chatAccountsApi } from "#contract/chat-accounts.ts";
import { secondFactorApi } from "#contract/second-factor.ts";
import { sessionsApi } from "#contract/sessions.ts";
import { type ApiTokenView, tokensApi } from "#contract/tokens.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer, type FakeAnswer } from "../../../test/web/fake-api.ts";
import { renderApp } from "../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../test/web/samples.ts";
import { dialog } from "../../../test/web/toasts.ts";

const later = "2999-01-01T00:00:00.000Z";
const token = (number: number, change: Partial<ApiTokenView> = {}): ApiTokenView => ({
  id: sampleId(number),
  name: `Program ${number}`,
  ending: `000${number}`,
  scopes: ["people:read"],
  addresses: [],
  isForAssistant: false,
  user: { id: administrator.id, name: "Ana Rivera" },
  grantedTo: null,
  expiresAt: later,
  lastUsedAt: null,
  lastUsedFrom: null,
  revokedAt: null,
  suspendedAt: null,
  createdAt: instant,
  ...change,
});

const openAccount = async (answers: readonly FakeAnswer[], language: "en" | "es" = "en") => {
  const page = await renderApp("/no/such/page", {
    language,
    answers: [
      answer(sessionsApi.list, () => []),
      answer(tokensApi.list, () => ({ tokens: [] })),
      answer(chatAccountsApi.list, () => []),
      answer(secondFactorApi.get, () => ({ enabledAt: null, recoveryCodesLeft: 0, required: false })),
      ...answers,
    ],
  });
  const name = language === "en" ? /Open your account/ : /cuenta/;
  await page.click(await screen.findByRole("button", { name }));
  await waitFor(() => dialog());
  return page;
};

describe("changing one's own password", () => {
  test("lists one's own programs and ends those that are not kept", async () => {
    const bodies: InputOf<typeof accountApi.password>["body"][] = [];
    const tokens = [
      token(11),
      token(12),
      token(13, { revokedAt: instant }),
      token(14, { expiresAt: "2020-01-01T00:00:00.000Z" }),
      token(15, { user: { id: sampleId(99), name: "Luz" } }),
    ];
    const { click, fill } = await openAccount([
      answer(tokensApi.list, () => ({ tokens })),
      answer(accountApi.password, ({ body }) => {
        bodies.push(body);
        return { ok: true, endedTokens: 1 };
      }),
    ]);
    const group = await within(dialog()).findByRole("group", {
      name: "Programs with access to your account",
    });
    const boxes = within(group).getAllByRole("checkbox");
    expect(boxes.map((box) => box.getAttribute("aria-checked"))).toEqual(["false", "false"]);
    await click(within(group).getByRole("checkbox", { name: "Keep Program 12 (ends in 00012)" }));
    await fill(within(dialog()).getByLabelText(/^Current password/), "the old password");
    await fill(within(dialog()).getByLabelText(/^New password/), "the new password");
    await click(within(dialog()).getByRole("button", { name: "Change password" }));
    await screen.findByText(/1 program lost access/);
    expect(bodies).toEqual([
      { currentPassword: "the old password", newPassword: "the new password", keptTokens: [sampleId(12)] },
    ]);
  });

  test("says nothing of programs where there are none", async () => {
    await openAccount([]);
    await within(dialog()).findByRole("button", { name: "Change password" });
    expect(
      within(dialog()).queryByRole("group", { name: "Programs with access to your account" }),
    ).toBeNull();
  });
});

describe("one's own chat accounts", () => {
  const slack: ChatAccount = { service: "slack", label: "Slack", account: null, linkedAt: null };
  const code = "FARO-ABCD-EFGH-JKLM-NPQR";

  test("are linked by a code, which disappears once it was used, and unlinked", async () => {
    let chats: ChatAccount[] = [slack];
    const { click } = await openAccount([
      answer(chatAccountsApi.list, () => chats),
      answer(chatAccountsApi.code, () => ({ code, expiresAt: later })),
      answer(chatAccountsApi.unlink, () => {
        chats = [slack];
        return { ok: true };
      }),
    ]);
    await click(await within(dialog()).findByRole("button", { name: "Link your Slack account" }));
    const field = await within(dialog()).findByLabelText("Code for Slack");
    expect((field as HTMLInputElement).value).toBe(code);
    chats = [{ ...slack, account: "U0ANA00001", linkedAt: instant }];
    await queryClient.invalidateQueries();
    await within(dialog()).findByText("Linked to the account U0ANA00001");
    expect(within(dialog()).queryByLabelText("Code for Slack")).toBeNull();
    await click(within(dialog()).getByRole("button", { name: "Unlink your Slack account" }));
    await screen.findByText("Your Slack account is no longer linked");
  });

  test("are shown in Spanish, too", async () => {
    await openAccount([answer(chatAccountsApi.list, () => [slack])], "es");
    await within(dialog()).findByRole("button", { name: "Vincular su cuenta de Slack" });
  });
});
