import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { workspaceApi } from "#contract/workspace.ts";
import type { Language } from "#domain/language.ts";
import { apiQuery } from "./lib/api.ts";
import { adoptLanguage } from "./lib/i18n.ts";
import { queryClient } from "./lib/query-client.ts";
import { useSession } from "./lib/session.ts";
import SignInScreen from "./screens/sign-in/sign-in-screen.tsx";
import { Toaster } from "./ui/toaster.tsx";

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

const SecondFactorScreen = lazy(() => import("./screens/second-factor/second-factor-screen.tsx"));
const InvitationScreen = lazy(() => import("./screens/invitation/invitation-screen.tsx"));
const AuthorizeScreen = lazy(() => import("./screens/authorize/authorize-screen.tsx"));
const loadShell = () => import("./shell/shell.tsx");
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

/** Loads the shell and its data early. A failure surfaces when the shell renders. */
const startPreload = async () => (await loadShell()).preloadShell(queryClient);

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
  const { isPending } = useQuery({ ...apiQuery(workspaceApi.status), enabled: isSignedIn });
  useEffect(() => {
    if (isSignedIn) void startPreload().catch(() => {});
  }, [isSignedIn]);
  if (loading || (user && (!adopted || (isSignedIn && isPending)))) return <Loading />;
  if (!user) return <SignInScreen />;
  // A page of its own: nothing of the product is beside what a program asks for.
  const Page = mustSetUp
    ? SecondFactorScreen
    : location.pathname === "/oauth/authorize"
      ? AuthorizeScreen
      : Shell;
  return (
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  );
};

export const App = () => (
  <QueryClientProvider client={queryClient}>
    {location.pathname === "/invitation" ? (
      <Suspense fallback={<Loading />}>
        <InvitationScreen />
      </Suspense>
    ) : (
      <SessionGate />
    )}
    <Toaster />
  </QueryClientProvider>
);
