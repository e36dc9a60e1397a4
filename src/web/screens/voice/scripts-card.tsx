import { useQuery } from "@tanstack/react-query";
import { Plus, ScrollText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Script, scripts } from "#contract/scripts.ts";
import { query, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ScriptTile } from "./script-tile.tsx";

const ConfirmDialog = lazy(async () => ({
  default: (await import("#web/ui/confirm-dialog.tsx")).ConfirmDialog,
}));

type ScriptsCardProps = { mayChange: boolean; onAdd: () => void; onEdit: (script: Script) => void };

export const ScriptsCard = ({ mayChange, onAdd, onEdit }: ScriptsCardProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(scripts.list));
  const remove = useCall(scripts.remove);
  const [deleting, setDeleting] = useState<Script>();

  const confirmDelete = async () => {
    if (!deleting) return;
    try {
      await remove.mutateAsync({ params: { id: deleting.id } });
      toast({ title: t("success.title"), description: t("script.deleted") });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("script.deleteFailed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
    setDeleting(undefined);
  };

  const addButton = mayChange && (
    <Button size="sm" onClick={onAdd}>
      <Plus aria-hidden="true" />
      {t("voice.scripts.add")}
    </Button>
  );
  return (
    <Card title={t("voice.scripts.title")} aside={data && data.length > 0 && addButton}>
      {data && data.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2">
          {data.map((script) => (
            <ScriptTile
              key={script.id}
              script={script}
              mayChange={mayChange}
              onEdit={() => onEdit(script)}
              onDelete={() => setDeleting(script)}
            />
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          icon={ScrollText}
          title={t("voice.scripts.empty")}
          text={t("voice.scripts.emptyText")}
          action={addButton}
          className="py-10"
        />
      ) : error ? (
        <ErrorCard
          title={t("script.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2" aria-busy="true">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      )}
      <Suspense fallback={null}>
        {deleting && (
          <ConfirmDialog
            title={t("script.confirmDelete")}
            text={t("script.confirmDeleteText", { name: deleting.name })}
            confirm={t("script.delete")}
            busy={remove.isPending}
            onConfirm={() => void confirmDelete()}
            onCancel={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
};
