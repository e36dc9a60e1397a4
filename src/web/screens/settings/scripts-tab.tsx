import { useQuery } from "@tanstack/react-query";
import { Plus, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { scriptsApi } from "#contract/scripts.ts";
import { ScriptDialog } from "#web/components/script/script-dialog.tsx";
import { useScriptTest } from "#web/components/script/use-script-test.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { KnowledgeSection } from "./knowledge/knowledge-section.tsx";
import { ScriptCard } from "./script-card.tsx";

export const ScriptsTab = () => {
  const { t } = useTranslation();
  const mayChange = useMay("voice", "work");
  const { data, error, refetch } = useQuery(apiQuery(scriptsApi.list));
  const { testing, test } = useScriptTest();
  const [adding, setAdding] = useState(false);

  const addButton = mayChange && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {t("script.addNew")}
    </Button>
  );
  return (
    <div className="grid min-w-0 gap-4">
      {addButton && data?.length !== 0 && (
        <div className={cn("flex justify-end", !data && "invisible")}>{addButton}</div>
      )}
      {data && data.length > 0 ? (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
          {data.map((script) => (
            <ScriptCard
              key={script.id}
              script={script}
              readOnly={!mayChange}
              testingId={testing}
              onTest={(editedScript) => void test(script.id, editedScript)}
            />
          ))}
        </div>
      ) : data ? (
        <Card>
          <EmptyState
            icon={ScrollText}
            title={t("settings.empty.scripts.title")}
            text={t("settings.empty.scripts.text")}
            action={addButton}
          />
        </Card>
      ) : error ? (
        <ErrorCard
          title={t("script.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2" aria-busy="true">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </div>
      )}
      {(data || error) && <KnowledgeSection />}
      {adding && <ScriptDialog onClose={() => setAdding(false)} />}
    </div>
  );
};
