import { useTranslation } from "react-i18next";
import { type ApprovalView, approvalsApi } from "#contract/approvals.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** What the operator is told after a request was executed. */
const executedTexts = {
  send: "executed",
  call: "executed",
  draft: "executed",
  knowledge: "added",
  change: "stored",
  opt_out: "optedOut",
  broadcast: "executed",
  runs: "executed",
} as const;

type Decision = "approve" | "refuse";

/** Decides about a request, says what came of it, and returns its state; undefined after a failure. */
export const useDecideApproval = ({ id, kind }: Pick<ApprovalView, "id" | "kind">) => {
  const { t } = useTranslation();
  const approve = useApiMutation(approvalsApi.approve);
  const refuse = useApiMutation(approvalsApi.refuse);
  const decide = async (decision: Decision): Promise<ApprovalView["state"] | undefined> => {
    const mutation = decision === "approve" ? approve : refuse;
    try {
      const { state, failure } = await mutation.mutateAsync({ params: { id } });
      if (state === "failed")
        toast({
          title: t("approvals.done.failed"),
          description: failure ? t(`approvals.failure.${failure}`) : undefined,
          variant: "destructive",
        });
      else if (state === "executed" || state === "approved" || state === "refused")
        toast({
          title: t("success.title"),
          description: t(`approvals.done.${state === "executed" ? executedTexts[kind] : state}`),
        });
      return state;
    } catch (problem) {
      toast({ title: t("approvals.failed"), description: serverMessage(problem), variant: "destructive" });
      return undefined;
    }
  };
  return { decide, isBusy: approve.isPending || refuse.isPending };
};
