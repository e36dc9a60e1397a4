import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ApprovalView, approvalsApi } from "#contract/approvals.ts";
import { ProposedOptOutText, ProposedValues } from "#web/components/approvals/proposed-values.tsx";
import { useApprovalTexts } from "#web/components/approvals/use-approval-texts.ts";
import { useDecideApproval } from "#web/components/approvals/use-decide-approval.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useAge } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const Proposal = ({ approval }: { approval: ApprovalView }) => {
  const { t } = useTranslation();
  const mayDecide = useMay("approvals", "work");
  const { decide, isBusy } = useDecideApproval(approval);
  const age = useAge(approval.createdAt);
  const { action } = useApprovalTexts(approval);
  const { content, tokenName } = approval;
  const isByProgram = "change" in content && content.change.proposer === "program";
  return (
    <li className="grid min-w-0 gap-2.5 border-line border-t pt-3 first:border-t-0 first:pt-0">
      <p className="break-words text-faint text-xs">
        {t(isByProgram ? "approvals.askedBy" : "approvals.unproven", { token: tokenName })} · {age}
      </p>
      {"change" in content && <ProposedValues change={content.change} />}
      {"optOut" in content && <ProposedOptOutText optOut={content.optOut} />}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void decide("approve")}>
            {action}
          </Button>
          <Button size="sm" disabled={isBusy} onClick={() => void decide("refuse")}>
            {t("approvals.refuse")}
          </Button>
        </div>
      )}
    </li>
  );
};

/** What programs and senders without proof said of a person; nothing of it counts before an operator accepts it. */
export const ProposalsCard = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const maySee = useMay("approvals", "view");
  const { data } = useQuery({
    ...apiQuery(approvalsApi.list, { query: { personId } }),
    enabled: maySee,
  });
  const proposals = (data?.approvals ?? []).filter(
    ({ content }) => "change" in content || "optOut" in content,
  );
  if (proposals.length === 0) return null;
  return (
    <Card title={t("approvals.onPerson")} caption={t("approvals.onPersonText")}>
      <ul className="grid gap-3">
        {proposals.map((approval) => (
          <Proposal key={approval.id} approval={approval} />
        ))}
      </ul>
    </Card>
  );
};
