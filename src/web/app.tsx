import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { workspace } from "#contract/workspace.ts";
import type { Language } from "#domain/language.ts";
import { query } from "./lib/api.ts";
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

const loadShell = () => import("./shell/shell.tsx");
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

/** All that the shell waits for comes while the rest is asked for. What fails here is told when it is drawn. */
const fetchShell = async () => (await loadShell()).prepareShell(queryClient);

/** Holds the first drawing back until the person's own language is here, so that words do not change under the eye. */
const useAdoptedLanguage = (language: Language | null | undefined): boolean => {
  const [adopted, setAdopted] = useState(false);
  useEffect(() => {
    if (language === undefined) return;
    // Without its file, the page stays in the language it has.
    void adoptLanguage(language)
      .catch(() => {})
      .then(() => setAdopted(true));
  }, [language]);
  return adopted;
};

const Gate = () => {
  const { loading, user } = useSession();
  const adopted = useAdoptedLanguage(user?.language);
  // Whether a banner stands above everything must be known before anything is drawn, or all of it would jump.
  const { isPending } = useQuery({ ...query(workspace.status), enabled: Boolean(user) });
  const isSignedIn = user !== undefined;
  useEffect(() => {
    if (isSignedIn) void fetchShell().catch(() => {});
  }, [isSignedIn]);
  if (loading || (user && (!adopted || isPending))) return <Loading />;
  if (!user) return <SignInScreen />;
  return (
    <Suspense fallback={<Loading />}>
      <Shell />
    </Suspense>
  );
};

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Gate />
    <Toaster />
  </QueryClientProvider>
);
