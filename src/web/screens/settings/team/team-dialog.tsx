import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Team, teamsApi } from "#contract/team.ts";
import type { TeamMember } from "#contract/users.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";

type TeamDialogProps = { team: Team | undefined; users: readonly TeamMember[]; onClose: () => void };

export const TeamDialog = ({ team, users, onClose }: TeamDialogProps) => {
  const { t } = useTranslation();
  const id = useId();
  const create = useApiMutation(teamsApi.create);
  const update = useApiMutation(teamsApi.update);
  const [name, setName] = useState(team?.name ?? "");
  const [memberIds, setMemberIds] = useState<string[]>(team?.memberIds ?? []);
  const [error, setError] = useState<{ field: "name" | "form"; message: string }>();
  const isBusy = create.isPending || update.isPending;
  // A deactivated user stays listed only where they are a member.
  const listed = users.filter((user) => user.active || team?.memberIds.includes(user.id));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError({ field: "name", message: t("validation.required") });
    const body = { name, memberIds };
    try {
      if (team)
        await update.mutateAsync({ params: { id: team.id }, body: { ...body, updatedAt: team.updatedAt } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("team.teams.saved", { name: name.trim() }) });
      onClose();
    } catch (problem) {
      const isTaken = problem instanceof ApiError && problem.problem?.code === "already_exists";
      setError(
        isTaken
          ? { field: "name", message: t("team.teams.nameTaken") }
          : { field: "form", message: serverMessage(problem) ?? t("error.save") },
      );
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(team ? "team.teams.edit" : "team.teams.add")}
      className="sm:max-w-md"
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t("team.teams.name")}
          required
          error={error?.field === "name" ? error.message : undefined}
        >
          <Input
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <fieldset className="grid min-w-0 grid-cols-1 gap-2">
          <legend className="mb-1.5 font-[540] text-sm">{t("team.teams.members")}</legend>
          <div className="grid max-h-72 grid-cols-1 gap-0.5 overflow-y-auto rounded-lg border border-line p-1.5">
            {listed.map((user) => (
              <span key={user.id} className="flex items-center gap-2.5 rounded-md px-1.5 py-1 hover:bg-hover">
                <Checkbox
                  id={`${id} ${user.id}`}
                  checked={memberIds.includes(user.id)}
                  onCheckedChange={(checked) =>
                    setMemberIds(
                      checked ? [...memberIds, user.id] : memberIds.filter((one) => one !== user.id),
                    )
                  }
                />
                <label htmlFor={`${id} ${user.id}`} className="min-w-0 flex-1 truncate text-sm">
                  {displayName(user)}
                  {displayName(user) !== user.email && (
                    <span className="ml-2 text-faint text-xs">{user.email}</span>
                  )}
                </label>
              </span>
            ))}
          </div>
        </fieldset>
        {error?.field === "form" && <FormAlert>{error.message}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? t("action.saving") : t("action.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
