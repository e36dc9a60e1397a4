import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "#domain/language.ts";
import { afterPaint } from "./lib/after-paint.ts";
import { apiQuery } from "./lib/api.ts";
import { firstRoutes } from "./lib/first-routes.ts";
import { adoptLanguage } from "./lib/i18n.ts";
import { queryClient } from "./lib/query-client.ts";
import { useSession } from "./lib/session.ts";
import { useIsPainted } from "./lib/use-is-painted.ts";
import { withTexts } from "./lib/with-texts.ts";
import SignInScreen from "./screens/sign-in/sign-in-screen.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";

const Loading = () => {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        {t("loading")}
      </p>
    </main>
  );
};

const SecondFactorScreen = lazy(withTexts(() => import("./screens/second-factor/second-factor-screen.tsx")));
const NamesScreen = lazy(withTexts(() => import("./screens/names/names-screen.tsx")));
const InvitationScreen = lazy(withTexts(() => import("./screens/invitation/invitation-screen.tsx")));
const AuthorizeScreen = lazy(withTexts(() => import("./screens/authorize/authorize-screen.tsx")));
const Toaster = lazy(async () => ({ default: (await import("./ui/toaster.tsx")).Toaster }));
const loadShell = () => import("./shell/shell.tsx");
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

/** Loads the shell and its data early. A failure surfaces when the shell renders. */
const startPreload = async () => (await loadShell()).preloadShell(queryClient);

/** The code of the toasts follows after the first render of the page. */
const PageWithToasts = ({ children }: { children: ReactNode }) => {
  const isPainted = useIsPainted();
  return (
    <>
      {children}
      {isPainted && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};

/** False until the user's language is applied, so that texts do not change after the first render. */
const useAdoptedLanguage = (language: Language | null | undefined): boolean => {
  const [adopted, setAdopted] = useState(false);
  useEffect(() => {
    if (language === undefined) return;
    // If the language file cannot be loaded, the page keeps its current language.
    void adoptLanguage(language)
      .catch(() => {})
      .then(() => setAdopted(true));
  }, [language]);
  return adopted;
};

const SessionGate = () => {
  const { loading, user } = useSession();
  const adopted = useAdoptedLanguage(user?.language);
  // The demo banner is decided before the first render, so that the layout does not shift.
  const mustSetUp = user?.mustSetUpSecondFactor ?? false;
  const isSignedIn = user !== undefined && !mustSetUp;
  const { isPending } = useQuery({ ...apiQuery(firstRoutes.status), enabled: isSignedIn });
  useEffect(() => {
    if (isSignedIn) void startPreload().catch(() => {});
  }, [isSignedIn]);
  const isSignedOut = !loading && !user;
  useEffect(
    () => (isSignedOut ? afterPaint(() => void loadShell().catch(() => {})) : undefined),
    [isSignedOut],
  );
  if (loading || (user && (!adopted || (isSignedIn && isPending)))) return <Loading />;
  if (!user) {
    return (
      <PageWithToasts>
        <SignInScreen />
      </PageWithToasts>
    );
  }
  // A page of its own: nothing of the product is beside what a program asks for.
  const Page = mustSetUp
    ? SecondFactorScreen
    : location.pathname === "/oauth/authorize"
      ? AuthorizeScreen
      : user.startStage === "names"
        ? NamesScreen
        : Shell;
  return (
    <Suspense fallback={<Loading />}>
      <PageWithToasts>
        <Page />
      </PageWithToasts>
    </Suspense>
  );
};

export const App = () => (
  <QueryClientProvider client={queryClient}>
    {location.pathname === "/invitation" ? (
      <Suspense fallback={<Loading />}>
        <PageWithToasts>
          <InvitationScreen />
        </PageWithToasts>
      </Suspense>
    ) : (
      <SessionGate />
    )}
  </QueryClientProvider>
);
