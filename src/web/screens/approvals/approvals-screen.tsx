import { ClipboardCheck, History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { approvalsApi } from "#contract/approvals.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ApprovalCard } from "./approval-card.tsx";

type Shown = "waiting" | "decided";

const Requests = ({ show }: { show: Shown }) => {
  const { t } = useTranslation();
  const { rows, error, hasMore, isLoadingMore, loadMore, refetch } = usePages(
    approvalsApi.list,
    { show },
    (before) => callApi(approvalsApi.list, { query: { show, ...before } }),
    ({ approvals }) => approvals,
  );
  const chosen = window.location.hash.slice(1);
  if (error && !rows)
    return (
      <ErrorCard title={t("approvals.loadFailed")} detail={serverMessage(error)} onRetry={() => refetch()} />
    );
  if (!rows)
    return (
      <div className="grid gap-4" aria-busy="true">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    );
  if (rows.length === 0)
    return (
      <Card>
        {show === "waiting" ? (
          <EmptyState
            icon={ClipboardCheck}
            title={t("approvals.none")}
            text={t("approvals.noneText")}
            action={
              <Button asChild>
                <Link href="/settings?tab=api">{t("approvals.connect")}</Link>
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={History}
            title={t("approvals.noneDecided")}
            text={t("approvals.noneDecidedText")}
          />
        )}
      </Card>
    );
  return (
    <>
      {rows.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} isChosen={approval.id === chosen} />
      ))}
      {hasMore && (
        <Button className="justify-self-center" disabled={isLoadingMore} onClick={loadMore}>
          {t("approvals.more")}
        </Button>
      )}
    </>
  );
};

/** What AI assistants ask for: an operator sees exactly what would leave, and decides. */
const ApprovalsScreen = () => {
  const { t } = useTranslation();
  const [show, setShow] = useState<Shown>("waiting");
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="justify-self-start">
        <SegmentedControl
          label={t("approvals.show")}
          options={[
            { id: "waiting", label: t("approvals.waiting") },
            { id: "decided", label: t("approvals.decided") },
          ]}
          value={show}
          onChange={setShow}
        />
      </div>
      <Requests key={show} show={show} />
    </div>
  );
};

export default ApprovalsScreen;
