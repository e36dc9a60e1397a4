import { useQuery } from "@tanstack/react-query";
import { BookOpen, Pencil, Plus, ScrollText, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { scriptsApi, type VoiceScript } from "#contract/scripts.ts";
import { previewLength } from "#domain/voice/script.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const previewText = (content: string): string =>
  content.length > previewLength ? `${content.slice(0, previewLength)}…` : content;

type ScriptTileProps = { script: VoiceScript; mayChange: boolean; onDelete: () => void };

const ScriptTile = ({ script, mayChange, onDelete }: ScriptTileProps) => {
  const { t } = useTranslation();
  const { name } = script;
  const page = `/voice/scripts/${script.id}`;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-card border border-line p-3.5">
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 break-words font-[600] text-sm">
          <Link href={page} className="rounded hover:underline">
            {name}
          </Link>
        </h3>
        <Badge tone={script.enabled ? "ok" : "quiet"}>{t(script.enabled ? "script.on" : "script.off")}</Badge>
      </div>
      <p className="flex-1 break-words text-sm text-soft">{previewText(script.content)}</p>
      <div className="flex items-center gap-1">
        <p className="mr-auto truncate text-faint text-xs">
          {t(`script.useCases.${script.useCase}`)} · {t(`script.languages.${script.language}`)}
        </p>
        {mayChange && (
          <>
            <Button asChild size="sm" variant="ghost" className="w-8 px-0">
              <Link href={page} aria-label={t("script.editNamed", { name })}>
                <Pencil aria-hidden="true" />
              </Link>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              className="w-8 px-0 hover:text-bad"
              aria-label={t("script.deleteNamed", { name })}
              onClick={onDelete}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
    </li>
  );
};

const ConfirmDialog = lazy(async () => ({
  default: (await import("#web/ui/confirm-dialog.tsx")).ConfirmDialog,
}));

type ScriptsCardProps = { mayChange: boolean; onAdd: () => void };

export const ScriptsCard = ({ mayChange, onAdd }: ScriptsCardProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(scriptsApi.list));
  const remove = useApiMutation(scriptsApi.remove);
  const [deleting, setDeleting] = useState<VoiceScript>();

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
    <Card
      title={t("voice.scripts.title")}
      aside={
        <div className="flex gap-2">
          <Button asChild size="sm" variant="ghost">
            <Link href="/settings?tab=scripts">
              <BookOpen aria-hidden="true" />
              {t("script.knowledge")}
            </Link>
          </Button>
          {data && data.length > 0 && addButton}
        </div>
      }
    >
      {data && data.length > 0 ? (
        <ul className="grid gap-3 sm:grid-cols-2">
          {data.map((script) => (
            <ScriptTile
              key={script.id}
              script={script}
              mayChange={mayChange}
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
