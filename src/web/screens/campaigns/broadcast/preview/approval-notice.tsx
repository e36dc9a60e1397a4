import { UserCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Broadcast } from "#contract/broadcasts.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Notice } from "#web/screens/campaigns/broadcast/notice.tsx";
import { Button } from "#web/ui/button.tsx";

type ApprovalNoticeProps = { approval: NonNullable<Broadcast["approval"]>; people: number };

/** Who asked to start the broadcast, and where it is decided. */
export const ApprovalNotice = ({ approval: { id, name, askedAt }, people }: ApprovalNoticeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const age = useAge(askedAt);
  const mayRead = useMay("approvals", "view");
  return (
    <Notice
      icon={UserCheck}
      tone="warn"
      title={t("campaigns.approval.title")}
      text={t("campaigns.approval.text", { name, age, count: people, shown: format.number(people) })}
      action={
        mayRead && (
          <Button asChild>
            <Link href={`/approvals#${id}`}>{t("campaigns.approval.open")}</Link>
          </Button>
        )
      }
    />
  );
};
