import { Lock } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Redirect } from "wouter";
import { useUser } from "#web/lib/session.ts";
import { withTexts } from "#web/lib/with-texts.ts";
import type { Screen } from "#web/routes.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { mayOpen, useScreens } from "./use-screens.ts";

const NotFoundScreen = lazy(withTexts(() => import("#web/screens/not-found/not-found-screen.tsx")));

const ScreenSkeleton = () => (
  <Card>
    <div className="grid gap-3 py-2" aria-busy="true">
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
    </div>
  </Card>
);

/** The start page leads to the first screen that the role opens; any other address says that it does not. */
const ClosedScreen = ({ path }: { path: string }) => {
  const { t } = useTranslation();
  const [first] = useScreens();
  if (path === "/" && first) return <Redirect to={first.path} replace />;
  return (
    <Card className="m-auto">
      <EmptyState icon={Lock} title={t("closedScreen.title")} text={t("closedScreen.text")} />
    </Card>
  );
};

export const ScreenOutlet = ({ screen }: { screen: Screen | undefined }) => {
  const { t } = useTranslation();
  const { permissions } = useUser();
  if (screen && !mayOpen(screen, permissions)) return <ClosedScreen path={screen.path} />;
  const Component = screen?.component ?? NotFoundScreen;
  return (
    <ErrorBoundary
      key={screen?.path}
      // A lazy component caches a failed load, so only a page reload retries it.
      fallback={() => <ErrorCard title={t("error.screen")} onRetry={() => location.reload()} />}
    >
      {/* A full-height screen draws its own columns. */}
      <Suspense fallback={screen?.isFullHeight ? null : <ScreenSkeleton />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
};
