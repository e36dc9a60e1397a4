import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useRoute } from "wouter";
import { scriptsApi } from "#contract/scripts.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ScriptEditorPage } from "./script-editor-page.tsx";

const ScriptScreen = () => {
  const { t } = useTranslation();
  const [, params] = useRoute("/voice/scripts/:id");
  const { data, error, refetch } = useQuery(apiQuery(scriptsApi.list));
  const script = data?.find(({ id }) => id === params?.id);

  if (script) return <ScriptEditorPage key={script.id} script={script} />;
  if (data)
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title={t("scriptEditor.notFound")}
          text={t("scriptEditor.notFoundText")}
          action={
            <Button asChild>
              <Link href="/voice">{t("scriptEditor.back")}</Link>
            </Button>
          }
        />
      </Card>
    );
  if (error)
    return (
      <ErrorCard
        title={t("script.loadFailed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="w-24" />
      <Skeleton className="h-8 w-1/3" />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-4">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
};

export default ScriptScreen;
