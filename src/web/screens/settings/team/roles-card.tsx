import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Eye, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type OwnRole, rolesApi } from "#contract/team.ts";
import { builtInPermissions, covers } from "#domain/access/areas.ts";
import { roles as builtInRoles, type Role } from "#domain/role.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { LevelGrid } from "./level-grid.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { useRoleSummary } from "./use-roles.ts";

type Opened = { kind: "add" } | { kind: "show"; role: Role } | { kind: "edit" | "remove"; role: OwnRole };

/** Users, open invitations and groups of the identity provider. */
const countUses = ({ users, invitations, groups }: OwnRole): number => users + invitations + groups;

type RowProps = { name: string; text: string; badge: string; children: ReactNode };

const RoleRow = ({ name, text, badge, children }: RowProps) => (
  <li className="flex items-center gap-3 px-4 py-3">
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Badge>{badge}</Badge>
      </p>
      <p className="text-faint text-xs leading-[17px]">{text}</p>
    </div>
    {children}
  </li>
);

/** Built-in roles, which cannot be changed, and those of the workspace's own. */
export const RolesCard = () => {
  const { t } = useTranslation();
  const { permissions } = useUser();
  const summary = useRoleSummary();
  const { data, error, refetch } = useQuery(apiQuery(rolesApi.list));
  const remove = useApiMutation(rolesApi.remove);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  const confirmRemove = async ({ id, name }: OwnRole) => {
    try {
      await remove.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("team.roles.removed", { name }) });
    } catch (problem) {
      toast({
        title: t("error.title"),
        description: serverMessage(problem) ?? t("error.save"),
        variant: "destructive",
      });
    }
    close();
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.roles.title")}</span>}
      caption={<span className="max-sm:hidden">{t("team.roles.text")}</span>}
      aside={
        <Button size="sm" className="mr-4 max-sm:ml-4" onClick={() => setOpened({ kind: "add" })}>
          <Plus aria-hidden="true" />
          {t("team.roles.add")}
        </Button>
      }
    >
      <ul className="divide-y divide-line border-line border-t">
        {builtInRoles.map((role) => (
          <RoleRow
            key={role}
            name={t(`role.${role}`)}
            text={t(`roleHint.${role}`)}
            badge={t("team.roles.builtIn")}
          >
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("team.roles.showNamed", { name: t(`role.${role}`) })}
              onClick={() => setOpened({ kind: "show", role })}
            >
              <Eye aria-hidden="true" />
            </Button>
          </RoleRow>
        ))}
        {data?.map((role) => (
          <RoleRow
            key={role.id}
            name={role.name}
            text={role.description ?? summary(role.permissions)}
            badge={t("team.roles.users", { count: role.users })}
          >
            {covers(permissions, role.permissions) && (
              <ActionMenu
                trigger={
                  <Button size="sm" variant="ghost" aria-label={t("team.roles.more", { name: role.name })}>
                    <Ellipsis aria-hidden="true" />
                  </Button>
                }
                actions={[
                  {
                    id: "edit",
                    label: t("action.edit"),
                    icon: <Pencil aria-hidden="true" />,
                    run: () => setOpened({ kind: "edit", role }),
                  },
                  {
                    id: "remove",
                    label: t("team.roles.remove"),
                    icon: <Trash2 aria-hidden="true" />,
                    danger: true,
                    run: () => setOpened({ kind: "remove", role }),
                  },
                ]}
              />
            )}
          </RoleRow>
        ))}
      </ul>
      {error && !data && (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {opened?.kind === "add" && <RoleDialog edited={undefined} onClose={close} />}
      {opened?.kind === "edit" && <RoleDialog edited={opened.role} onClose={close} />}
      {opened?.kind === "show" && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={t(`role.${opened.role}`)}
          description={t(`roleHint.${opened.role}`)}
          className="sm:max-w-2xl"
        >
          <LevelGrid value={builtInPermissions[opened.role]} />
        </Dialog>
      )}
      {opened?.kind === "remove" && (
        <ConfirmDialog
          title={t("team.roles.removeNamed", { name: opened.role.name })}
          text={
            countUses(opened.role) > 0
              ? t("team.roles.inUse", { count: countUses(opened.role) })
              : t("team.roles.removeText")
          }
          confirm={t("team.roles.remove")}
          busy={remove.isPending || countUses(opened.role) > 0}
          onConfirm={() => void confirmRemove(opened.role)}
          onCancel={close}
        />
      )}
    </Card>
  );
};
