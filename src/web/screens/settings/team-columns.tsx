import type { TFunction } from "i18next";
import type { TeamMember } from "#contract/users.ts";
import type { useFormat } from "#web/lib/format.ts";
import { displayName } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";

export const teamColumns = (
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
