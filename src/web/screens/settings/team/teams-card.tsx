import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil, Plus, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Team, teamsApi } from "#contract/team.ts";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TeamDialog } from "./team-dialog.tsx";

const shownAvatars = 5;

type TeamRowProps = { team: Team; members: TeamMember[]; onEdit: () => void; onRemove: () => void };

const TeamRow = ({ team, members, onEdit, onRemove }: TeamRowProps) => {
  const { t } = useTranslation();
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="truncate font-medium">{team.name}</p>
        <p className="truncate text-faint text-xs leading-[17px]">
          {members.map(displayName).join(", ") || t("team.teams.noMembers")}
        </p>
      </div>
      <span className="flex -space-x-1.5 max-sm:hidden">
        {members.slice(0, shownAvatars).map((member) => (
          <Avatar key={member.id} name={displayName(member)} className="ring-2 ring-panel" />
        ))}
      </span>
      <span className="text-faint text-xs tabular-nums">
        {t("team.count", { count: team.memberIds.length })}
      </span>
      <ActionMenu
        trigger={
          <Button size="sm" variant="ghost" aria-label={t("team.teams.more", { name: team.name })}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
        actions={[
          { id: "edit", label: t("action.edit"), icon: <Pencil aria-hidden="true" />, run: onEdit },
          {
            id: "remove",
            label: t("team.teams.remove"),
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            run: onRemove,
          },
        ]}
      />
    </li>
  );
};

export const TeamsCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(teamsApi.list));
  const { data: users } = useQuery(apiQuery(usersApi.list));
  const remove = useApiMutation(teamsApi.remove);
  const [editing, setEditing] = useState<Team | "new">();
  const [removing, setRemoving] = useState<Team>();

  const confirmRemove = async ({ id, name }: Team) => {
    try {
      await remove.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("team.teams.removed", { name }) });
    } catch (problem) {
      toast({
        title: t("error.title"),
        description: serverMessage(problem) ?? t("error.save"),
        variant: "destructive",
      });
    }
    setRemoving(undefined);
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.teams.title")}</span>}
      caption={<span className="max-sm:hidden">{t("team.teams.text")}</span>}
      aside={
        <Button size="sm" className="mr-4 max-sm:ml-4" onClick={() => setEditing("new")}>
          <Plus aria-hidden="true" />
          {t("team.teams.add")}
        </Button>
      }
    >
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              members={(users ?? []).filter(({ id }) => team.memberIds.includes(id))}
              onEdit={() => setEditing(team)}
              onRemove={() => setRemoving(team)}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={UsersRound}
          title={t("team.teams.none")}
          text={t("team.teams.noneText")}
          className="py-8"
        />
      )}
      {error && !data && (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          <Skeleton className="h-10" />
        </div>
      )}
      {editing && (
        <TeamDialog
          team={editing === "new" ? undefined : editing}
          users={users ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t("team.teams.removeNamed", { name: removing.name })}
          text={t("team.teams.removeText")}
          confirm={t("team.teams.remove")}
          busy={remove.isPending}
          onConfirm={() => void confirmRemove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
};
