import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Mail, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { displayName, useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberSheet } from "./member-sheet.tsx";
import { useRoleName } from "./use-roles.ts";
import { AddUserDialog, EditUserDialog } from "./user-dialogs.tsx";

type Columns = {
  t: TFunction;
  format: ReturnType<typeof useFormat>;
  roleName: ReturnType<typeof useRoleName>;
  ownId: string;
  onEdit: (member: TeamMember) => void;
};

const teamColumns = ({ t, format, roleName, ownId, onEdit }: Columns): DataColumn<TeamMember>[] => [
  {
    id: "name",
    header: t("team.name"),
    accessorFn: displayName,
    sortFn: "text",
    cell: ({ row: { original: member } }) => (
      <div className="flex min-w-0 items-center gap-2.5 py-2">
        <Avatar name={displayName(member)} className={member.active ? "" : "bg-hover text-faint"} />
        <div className="min-w-0">
          <p className="truncate">
            {displayName(member)}
            {member.id === ownId && <span className="text-faint"> {t("team.you")}</span>}
          </p>
          {displayName(member) !== member.email && (
            <p className="truncate text-faint text-xs leading-[15px]">{member.email}</p>
          )}
        </div>
      </div>
    ),
    meta: { className: "max-w-0 w-full sm:w-[34%]" },
  },
  {
    id: "role",
    header: t("team.role"),
    accessorFn: roleName,
    sortFn: "text",
    cell: ({ row: { original } }) => (
      <Badge tone={original.role === "admin" ? "sea" : "quiet"} className="max-w-40">
        <span className="truncate">{roleName(original)}</span>
      </Badge>
    ),
  },
  {
    id: "teams",
    header: t("team.teams.title"),
    accessorFn: ({ teams }) => teams.map(({ name }) => name).join(", "),
    sortFn: "text",
    cell: ({ row: { original } }) => (
      <span className="block max-w-56 truncate text-soft">
        {original.teams.map(({ name }) => name).join(", ") || "–"}
      </span>
    ),
    meta: { className: "hidden lg:table-cell" },
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
        {original.isLinked && !original.hasSecondFactor
          ? t("team.sso.linked")
          : t(original.hasSecondFactor ? "account.secondFactor.on" : "account.secondFactor.off")}
      </Badge>
    ),
    meta: { className: "hidden xl:table-cell" },
  },
  {
    id: "lastActiveAt",
    header: t("team.lastActive"),
    accessorFn: ({ lastActiveAt }) => lastActiveAt ?? "",
    sortFn: "basic",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-soft">
        {original.lastActiveAt ? format.dateTime(original.lastActiveAt) : t("team.neverSignedIn")}
      </span>
    ),
    meta: { className: "hidden md:table-cell" },
  },
  {
    id: "edit",
    header: () => <span className="sr-only">{t("action.edit")}</span>,
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.mayChange && (
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

type Opened = { kind: "edit" | "sheet"; id: string };

export const MembersCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const roleName = useRoleName();
  const { id: ownId } = useUser();
  const { data, error, refetch } = useQuery(apiQuery(usersApi.list));
  const [adding, setAdding] = useState<"user" | "invitation">();
  const [opened, setOpened] = useState<Opened>();
  const columns = useMemo(
    () => teamColumns({ t, format, roleName, ownId, onEdit: ({ id }) => setOpened({ kind: "edit", id }) }),
    [t, format, roleName, ownId],
  );
  const member = data?.find(({ id }) => id === opened?.id);
  const close = () => setOpened(undefined);

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.title")}</span>}
      caption={data && t("team.count", { count: data.length })}
      aside={
        <div className="mr-4 flex flex-wrap gap-2 max-sm:ml-4">
          <Button size="sm" onClick={() => setAdding("user")}>
            <Plus aria-hidden="true" />
            {t("team.add")}
          </Button>
          <Button size="sm" variant="primary" onClick={() => setAdding("invitation")}>
            <Mail aria-hidden="true" />
            {t("team.invite.button")}
          </Button>
        </div>
      }
    >
      {data ? (
        <DataTable
          label={t("team.title")}
          columns={columns}
          rows={data}
          rowId={byId}
          onOpen={({ id }) => setOpened({ kind: "sheet", id })}
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
      {adding === "user" && <AddUserDialog onClose={() => setAdding(undefined)} />}
      {adding === "invitation" && <InviteDialog onClose={() => setAdding(undefined)} />}
      {member && opened?.kind === "edit" && (
        <EditUserDialog
          key={`${member.id} ${member.updatedAt}`}
          member={member}
          onClose={close}
          onLoadNewest={async () => void (await refetch())}
        />
      )}
      {member && opened?.kind === "sheet" && (
        <MemberSheet
          member={member}
          onEdit={() => setOpened({ kind: "edit", id: member.id })}
          onClose={close}
        />
      )}
    </Card>
  );
};
