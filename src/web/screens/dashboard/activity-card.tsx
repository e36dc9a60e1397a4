import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { afterPaint } from "#web/lib/after-paint.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { withTexts } from "#web/lib/with-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const ActivityList = lazyPart(withTexts(async () => (await import("./activity-list.tsx")).ActivityList));

const ListSkeleton = () => (
  <div className="grid gap-3" aria-busy="true">
    {["w-3/5", "w-4/5", "w-1/2", "w-2/3"].map((width) => (
      <Skeleton key={width} className={cn("h-7", width)} />
    ))}
  </div>
);

export const ActivityCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(firstRoutes.activity));
  // Load the list's code and texts in parallel with its data.
  useEffect(() => afterPaint(() => void ActivityList.load().catch(() => {})), []);
  return (
    <Card title={t("dashboard.activity")} caption={t("dashboard.activityLive")}>
      {data ? (
        data.length > 0 ? (
          <ErrorBoundary
            fallback={() => <ErrorCard title={t("error.load")} onRetry={() => location.reload()} />}
          >
            <Suspense fallback={<ListSkeleton />}>
              <ActivityList entries={data} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <EmptyState
            icon={Activity}
            title={t("dashboard.activityEmpty")}
            text={t("dashboard.activityEmptyText")}
            className="py-8"
            action={
              <Button asChild size="sm">
                <Link href="/endpoints">{t("dashboard.activityConnect")}</Link>
              </Button>
            }
          />
        )
      ) : error ? (
        <ErrorCard
          title={t("dashboard.activityFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
};
