import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { lazy, memo, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { withTexts } from "#web/lib/with-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

const ConfirmEmptying = lazy(
  withTexts(async () => ({ default: (await import("./confirm-emptying.tsx")).ConfirmEmptying })),
);

/** Shown while the workspace contains demo data, which an administrator can delete. */
export const DemoBanner = memo(() => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(firstRoutes.status));
  const isAdmin = useMay("settings", "manage");
  const [confirming, setConfirming] = useState(false);
  const emptyWorkspace = useApiMutation(firstRoutes.emptyWorkspace);

  if (!data?.demo) return null;
  const isEmptying = emptyWorkspace.isPending || data.emptyingProgress !== null;
  const progress = isEmptying ? (data.emptyingProgress ?? 0) : data.demoProgress;
  const label = t(isEmptying ? "demo.emptying" : progress === null ? "demo.banner" : "demo.loading");

  const clear = () => {
    // The banner shows how far it is.
    setConfirming(false);
    emptyWorkspace.mutate(
      { body: { confirm: true } },
      {
        onSuccess: () => toast({ title: t("success.title"), description: t("demo.done") }),
        onError: (failure) =>
          toast({
            title: t("error.title"),
            description: serverMessage(failure) ?? t("demo.failed"),
            variant: "destructive",
          }),
      },
    );
  };

  return (
    <aside
      aria-label={t("demo.banner")}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-sea-tint px-4 py-1.5 text-sm sm:px-7"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Info aria-hidden="true" className="size-4 shrink-0 text-sea" />
        {progress === null ? (
          <>
            <span className="max-sm:sr-only">{label}</span>
            <span aria-hidden="true" className="sm:hidden">
              {t("demo.short")}
            </span>
          </>
        ) : (
          label
        )}
      </p>
      {progress !== null && <ProgressBar label={label} value={progress} className="w-40 max-sm:w-full" />}
      {isAdmin && progress === null && (
        <Button size="sm" className="ml-auto" onClick={() => setConfirming(true)}>
          {t("demo.start")}
        </Button>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <ConfirmEmptying onConfirm={clear} onCancel={() => setConfirming(false)} />
        </Suspense>
      )}
    </aside>
  );
});
