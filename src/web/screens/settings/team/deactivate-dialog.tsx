import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { teamsApi } from "#contract/team.ts";
import { type HandOver, type TeamMember, usersApi } from "#contract/users.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";

/** The value of an option: `unassigned`, or the kind and the id. */
const toHandOver = (value: string): HandOver => {
  const [to, id] = value.split(" ");
  return id && (to === "user" || to === "team") ? { to, id } : { to: "unassigned" };
};

type DeactivateDialogProps = { member: TeamMember; onClose: () => void; onDone: () => void };

/** Says what ends, and asks who gets what the user has open. */
export const DeactivateDialog = ({ member, onClose, onDone }: DeactivateDialogProps) => {
  const { t } = useTranslation();
  const { data: activity } = useQuery(apiQuery(usersApi.activity, { params: { id: member.id } }));
  const { data: users } = useQuery(apiQuery(usersApi.list));
  const { data: teams } = useQuery(apiQuery(teamsApi.list));
  const deactivate = useApiMutation(usersApi.deactivate);
  const [recipient, setRecipient] = useState("unassigned");
  const name = displayName(member);
  const others = (users ?? []).filter(({ id, active }) => active && id !== member.id);
  const openWork = (activity?.openConversations ?? 0) + (activity?.openTasks ?? 0);

  const confirm = async () => {
    const answer = await deactivate
      .mutateAsync({ params: { id: member.id }, body: { handOver: toHandOver(recipient) } })
      .catch(() => undefined);
    if (!answer) return;
    const { conversations, tasks } = answer;
    toast({
      title: t("success.title"),
      description: t("team.deactivate.done", { name, conversations, tasks }),
    });
    onDone();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("team.deactivate.title", { name })}
      className="sm:max-w-md"
    >
      <div className="grid gap-4">
        <p className="text-sm text-soft">{t("team.deactivate.text")}</p>
        <Field
          label={t("team.deactivate.handOver")}
          hint={
            activity &&
            (openWork > 0
              ? t("team.deactivate.openWork", {
                  conversations: activity.openConversations,
                  tasks: activity.openTasks,
                })
              : t("team.deactivate.noWork"))
          }
        >
          <Select value={recipient} onChange={(event) => setRecipient(event.target.value)}>
            <option value="unassigned">{t("team.deactivate.unassigned")}</option>
            {teams && teams.length > 0 && (
              <optgroup label={t("team.deactivate.toTeam")}>
                {teams.map((team) => (
                  <option key={team.id} value={`team ${team.id}`}>
                    {team.name}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label={t("team.deactivate.toUser")}>
              {others.map((user) => (
                <option key={user.id} value={`user ${user.id}`}>
                  {displayName(user)}
                </option>
              ))}
            </optgroup>
          </Select>
        </Field>
        {deactivate.error && <FormAlert>{serverMessage(deactivate.error) ?? t("team.saveFailed")}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button variant="danger" disabled={deactivate.isPending} onClick={() => void confirm()}>
            {t("team.deactivate.button")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
