import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { displayName } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddUserDialog, EditUserDialog } from "./user-dialogs.tsx";

const teamColumns = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  onEdit: (member: TeamMember) => void,
): DataColumn<TeamMember>[] => [
  {
    id: "name",
    header: t("team.name"),
    accessorFn: displayName,
    sortFn: "text",
    cell: ({ row: { original: member } }) => (
      <div className="flex min-w-0 items-center gap-2.5 py-1">
        <Avatar name={displayName(member)} />
        <div className="min-w-0">
          <p className="truncate">{displayName(member)}</p>
          {displayName(member) !== member.email && (
            <p className="truncate text-faint text-xs leading-[15px]">{member.email}</p>
          )}
        </div>
      </div>
    ),
    meta: { className: "max-w-0 w-full sm:w-[36%]" },
  },
  {
    id: "role",
    header: t("team.role"),
    accessorFn: ({ role }) => role,
    sortFn: "text",
    cell: ({ row: { original } }) => (
      <Badge tone={original.role === "admin" ? "sea" : "quiet"}>{t(`role.${original.role}`)}</Badge>
    ),
  },
  {
    id: "active",
    header: t("team.state"),
    accessorFn: ({ active }) => Number(active),
    sortFn: "basic",
    cell: ({ row: { original } }) =>
      original.active ? (
        <Badge tone="ok">{t("team.active")}</Badge>
      ) : (
        <Badge tone="warn">{t("team.inactive")}</Badge>
      ),
    meta: { className: "hidden sm:table-cell" },
  },
  {
    id: "secondFactor",
    header: t("account.secondFactor.title"),
    accessorFn: ({ hasSecondFactor }) => Number(hasSecondFactor),
    sortFn: "basic",
    cell: ({ row: { original } }) => (
      <Badge tone={original.hasSecondFactor ? "ok" : "quiet"}>
        {t(original.hasSecondFactor ? "account.secondFactor.on" : "account.secondFactor.off")}
      </Badge>
    ),
    meta: { className: "hidden lg:table-cell" },
  },
  {
    id: "lastSignInAt",
    header: t("team.lastSignIn"),
    accessorFn: ({ lastSignInAt }) => lastSignInAt ?? "",
    sortFn: "basic",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-soft">
        {original.lastSignInAt ? format.dateTime(original.lastSignInAt) : t("team.neverSignedIn")}
      </span>
    ),
    meta: { className: "hidden md:table-cell" },
  },
  {
    id: "edit",
    header: () => <span className="sr-only">{t("action.edit")}</span>,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Button
        size="sm"
        onClick={() => onEdit(original)}
        aria-label={t("team.editNamed", { name: displayName(original) })}
      >
        {t("action.edit")}
      </Button>
    ),
    meta: { className: "text-right" },
  },
];

const byId = ({ id }: TeamMember) => id;

export const TeamCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(usersApi.list));
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<TeamMember>();
  const columns = useMemo(() => teamColumns(t, format, setEditing), [t, format]);

  const reopenNewest = async () => {
    const { data: newest } = await refetch();
    setEditing((open) => newest?.find(({ id }) => id === open?.id));
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.title")}</span>}
      caption={data && t("team.count", { count: data.length })}
      aside={
        <Button size="sm" className="mr-4" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {t("team.add")}
        </Button>
      }
    >
      {data ? (
        <DataTable
          label={t("team.title")}
          columns={columns}
          rows={data}
          rowId={byId}
          onOpen={setEditing}
          className="border-line border-t"
        />
      ) : error ? (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {adding && <AddUserDialog onClose={() => setAdding(false)} />}
      {editing && (
        <EditUserDialog
          key={`${editing.id} ${editing.updatedAt}`}
          member={editing}
          onClose={() => setEditing(undefined)}
          onLoadNewest={reopenNewest}
        />
      )}
    </Card>
  );
};
