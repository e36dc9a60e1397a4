import { useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, ListPlus, Pencil, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { useFieldLabel } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMayForAll } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { FieldDialog } from "./field-dialog.tsx";

const FieldRow = ({ field, children }: { field: PersonField; children: ReactNode }) => {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">{labelOf(field)}</span>
          <Badge>{t(`personFields.kind.${field.kind}`)}</Badge>
          {field.pii && <Badge tone="warn">{t("personFields.piiBadge")}</Badge>}
        </p>
        <p className="truncate font-mono text-faint text-xs">{field.key}</p>
      </div>
      <span className="ml-auto flex items-center">{children}</span>
    </li>
  );
};

export const PersonFieldsTab = () => {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const mayChange = useMayForAll("people", "manage");
  const { data, error, refetch } = useQuery(apiQuery(personFieldsApi.list));
  const update = useApiMutation(personFieldsApi.update);
  const [open, setOpen] = useState<{ field: PersonField | undefined }>();
  const [archiving, setArchiving] = useState<PersonField>();

  const change = async (field: PersonField, body: { archived?: boolean; position?: number }) => {
    try {
      await update.mutateAsync({ params: { key: field.key }, body });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("personFields.failed"),
        variant: "destructive",
      });
    }
  };
  const all = data?.fields ?? [];
  const active = all.filter(({ archivedAt }) => archivedAt === null);
  const archived = all.filter(({ archivedAt }) => archivedAt !== null);
  /** Archived fields keep their places between the others. */
  const move = (field: PersonField, neighbour: PersonField | undefined, isDown: boolean) => {
    const others = all.filter(({ key }) => key !== field.key);
    if (neighbour) void change(field, { position: others.indexOf(neighbour) + (isDown ? 1 : 0) });
  };
  const addButton = mayChange && (
    <Button variant="primary" onClick={() => setOpen({ field: undefined })}>
      <Plus aria-hidden="true" />
      {t("personFields.add")}
    </Button>
  );
  const iconButton = (label: string, icon: ReactNode, run: () => void, disabled = false) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      data-tooltip={label}
      disabled={disabled}
      onClick={run}
    >
      {icon}
    </Button>
  );

  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-4">
      <Card
        title={t("personFields.title")}
        caption={t("personFields.caption")}
        aside={active.length > 0 && addButton}
      >
        {!data && <Skeleton className="h-40" />}
        {data && active.length === 0 && (
          <EmptyState
            icon={ListPlus}
            title={t("personFields.noneTitle")}
            text={t("personFields.noneText")}
            action={addButton}
          />
        )}
        <ul className="divide-y divide-line">
          {active.map((field, index) => (
            <FieldRow key={field.key} field={field}>
              {mayChange && (
                <>
                  {iconButton(
                    t("personFields.moveUp", { name: labelOf(field) }),
                    <ArrowUp aria-hidden="true" />,
                    () => move(field, active[index - 1], false),
                    index === 0,
                  )}
                  {iconButton(
                    t("personFields.moveDown", { name: labelOf(field) }),
                    <ArrowDown aria-hidden="true" />,
                    () => move(field, active[index + 1], true),
                    index === active.length - 1,
                  )}
                  {iconButton(
                    t("personFields.editNamed", { name: labelOf(field) }),
                    <Pencil aria-hidden="true" />,
                    () => setOpen({ field }),
                  )}
                  {iconButton(
                    t("personFields.archiveNamed", { name: labelOf(field) }),
                    <Archive aria-hidden="true" />,
                    () => setArchiving(field),
                  )}
                </>
              )}
            </FieldRow>
          ))}
        </ul>
      </Card>
      {archived.length > 0 && (
        <Card title={t("personFields.archivedTitle")} caption={t("personFields.archivedCaption")}>
          <ul className="divide-y divide-line">
            {archived.map((field) => (
              <FieldRow key={field.key} field={field}>
                {mayChange && (
                  <Button size="sm" onClick={() => void change(field, { archived: false })}>
                    <ArchiveRestore aria-hidden="true" />
                    {t("personFields.restore")}
                  </Button>
                )}
              </FieldRow>
            ))}
          </ul>
        </Card>
      )}
      {open && <FieldDialog field={open.field} onClose={() => setOpen(undefined)} />}
      {archiving && (
        <ArchiveDialog
          field={archiving}
          busy={update.isPending}
          onClose={() => setArchiving(undefined)}
          onConfirm={() => void change(archiving, { archived: true }).then(() => setArchiving(undefined))}
        />
      )}
    </div>
  );
};
