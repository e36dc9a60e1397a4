import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { type ApprovalView, approvalsApi } from "#contract/approvals.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../../test/web/samples.ts";
import { ProposalsCard } from "./proposals-card.tsx";

const proposal = (number: number, more: Pick<ApprovalView, "kind" | "content">): ApprovalView => ({
  id: sampleId(number),
  state: "pending",
  tokenName: "Website form",
  user: null,
  client: null,
  person: { id: sampleId(2), name: "Yadira" },
  reason: "",
  cost: null,
  gateThen: null,
  gateNow: null,
  failure: null,
  expiresAt: instant,
  createdAt: instant,
  decidedBy: null,
  decidedAt: null,
  actionStatus: null,
  ...more,
});

const change = proposal(51, {
  kind: "change",
  content: {
    change: {
      proposer: "form",
      set: { town: "Ponce" },
      before: { town: null },
      addedTags: ["website"],
      fields: {},
      eventId: null,
    },
  },
});
const complaint = proposal(52, {
  kind: "opt_out",
  content: {
    optOut: {
      proposer: "mail",
      address: "yadira@example.com",
      subject: "complaint",
      words: "abuse report",
      eventId: null,
    },
  },
});

test.each([
  ["en", "Proposals", "Town", "Accept", "Reject"],
  ["es", "Propuestas", "Municipio", "Aceptar", "Rechazar"],
] as const)(
  "in %s, an operator accepts or refuses what came without proof with one click",
  async (language, title, town, accept, refuse) => {
    const decided: string[] = [];
    let waiting = [change, complaint];
    const decide =
      (how: string) =>
      ({ params }: { params: { id: string } }) => {
        decided.push(`${how} ${params.id}`);
        const [one] = waiting.filter(({ id }) => id === params.id);
        waiting = waiting.filter(({ id }) => id !== params.id);
        return {
          ...(one ?? change),
          state: how === "approve" ? ("executed" as const) : ("refused" as const),
        };
      };
    const { click } = await renderScreen("/no/such/page", {
      language,
      answers: [
        answer(approvalsApi.list, ({ query }) => {
          expect(query.personId).toBe(sampleId(2));
          return { approvals: waiting, nextBefore: null };
        }),
        answer(approvalsApi.approve, decide("approve")),
        answer(approvalsApi.refuse, decide("refuse")),
      ],
    });
    await loadOtherTexts();
    render(
      <QueryClientProvider client={queryClient}>
        <FormatProvider value={workspaceFormat(language, undefined)}>
          <Suspense>
            <ProposalsCard personId={sampleId(2)} />
          </Suspense>
        </FormatProvider>
      </QueryClientProvider>,
    );
    expect(await screen.findByText(title)).toBeTruthy();
    const [first, second] = screen
      .getAllByRole("listitem")
      .filter(({ textContent }) => textContent?.includes("Website form"));
    if (!first || !second) throw new Error("The proposals are not listed");
    expect(within(first).getByText(town)).toBeTruthy();
    expect(within(first).getByText("Ponce")).toBeTruthy();
    expect(second.textContent).toContain("yadira@example.com");
    await click(within(first).getByRole("button", { name: accept }));
    await click(within(second).getByRole("button", { name: refuse }));
    await expect.poll(() => decided).toEqual([`approve ${sampleId(51)}`, `refuse ${sampleId(52)}`]);
  },
);
