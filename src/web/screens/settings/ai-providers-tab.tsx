import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useTranslation } from "react-i18next";
import { aiProviders } from "#contract/ai-providers.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AiProviderForm } from "./ai-provider-form.tsx";

export const AiProvidersTab = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(aiProviders.list));
  if (!data && error) {
    return (
      <ErrorCard title={t("brain.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Bot}
          title={t("settings.empty.ai-providers.title")}
          text={t("settings.empty.ai-providers.text")}
        />
      </Card>
    );
  }
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2" aria-busy={!data}>
      {data
        ? data.map((provider) => <AiProviderForm key={provider.id} provider={provider} />)
        : ["first", "second", "third", "fourth"].map((key) => (
            <Skeleton key={key} className="h-56 rounded-card" />
          ))}
    </div>
  );
};
