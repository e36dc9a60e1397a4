import { useTranslation } from "react-i18next";
import type { ApprovalView } from "#contract/approvals.ts";
import { storedApprovalKinds } from "#domain/approvals/approval.ts";
import { formatPhone } from "#domain/phone-format.ts";

/** What an approval is called, and what is done with it by one press. */
export const useApprovalTexts = ({
  kind,
  person,
  content,
}: Pick<ApprovalView, "kind" | "person" | "content">): { title: string; action: string } => {
  const { t } = useTranslation();
  if ("broadcast" in content) {
    const { verb, name } = content.broadcast;
    return {
      title: t(`approvals.broadcastTitle.${verb}`, { name }),
      action: t(`approvals.approveBroadcast.${verb}`),
    };
  }
  if ("runs" in content) {
    const { verb, rule } = content.runs;
    const titled = verb === "stop" && rule ? "stopNamed" : verb;
    return {
      title: t(`approvals.runsTitle.${titled}`, { name: rule?.name ?? "" }),
      action: t(`approvals.approveRuns.${verb}`),
    };
  }
  const stored = storedApprovalKinds.find((each) => each === kind) ?? "send";
  const channel = "message" in content ? t(`reasons.channel.${content.message.channel}`) : "";
  const name = person ? formatPhone(person.name ?? t("people.unnamed")) : "";
  return {
    title: t(`approvals.title.${stored}`, { channel, person: name }),
    action: t(`approvals.approve.${stored}`),
  };
};
