import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { newUserInput, type TeamMember, usersApi, userUpdateInput } from "#contract/users.ts";
import { isAdministrative, noPermissions } from "#domain/access/areas.ts";
import { minPasswordLengthFor } from "#domain/password-policy.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { displayName } from "#web/lib/session.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { ResetSecondFactor } from "./reset-second-factor.tsx";
import { RoleSelect } from "./role-select.tsx";
import { UnlinkUser } from "./unlink-user.tsx";
import { choiceOf, permissionsOfChoice, useRoleOptions } from "./use-roles.ts";

export const AddUserDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const options = useRoleOptions();
  const create = useApiMutation(usersApi.create);
  const form = useForm({
    resolver: zodResolver(newUserInput),
    defaultValues: { email: "", password: "", firstName: null, lastName: null, role: "viewer" },
  });
  const { errors } = form.formState;
  const choice = form.watch("role");
  const permissions = permissionsOfChoice(options, choice) ?? noPermissions;

  const submit = form.handleSubmit(async (body) => {
    try {
      await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("team.added", { email: body.email }) });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.problem?.code === "already_exists") {
        form.setError("email", { message: t("team.emailTaken") }, { shouldFocus: true });
      } else if (!showIssues(error, form.setError, Object.keys(newUserInput.shape))) {
        form.setError("root", { message: serverMessage(error) ?? t("team.addFailed") });
      }
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("team.add")}
      description={t("team.addText")}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t("user.email")} required error={errors.email?.message}>
          <Input type="email" autoComplete="off" spellCheck={false} {...form.register("email")} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("user.firstName")} error={errors.firstName?.message}>
            <Input autoComplete="off" {...form.register("firstName", { setValueAs: textOrNull })} />
          </Field>
          <Field label={t("user.lastName")} error={errors.lastName?.message}>
            <Input autoComplete="off" {...form.register("lastName", { setValueAs: textOrNull })} />
          </Field>
        </div>
        <Field
          label={t("team.role")}
          hint={options.find(({ value }) => value === choice)?.hint}
          error={errors.role?.message}
        >
          <RoleSelect options={options} {...form.register("role")} />
        </Field>
        <Field
          label={t("team.firstPassword")}
          required
          hint={t("password.rule", { min: minPasswordLengthFor(isAdministrative(permissions)) })}
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        {errors.root?.message && <FormAlert>{errors.root.message}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={create.isPending}>
            {create.isPending ? t("action.saving") : t("team.add")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

type EditUserDialogProps = { member: TeamMember; onClose: () => void; onLoadNewest: () => Promise<void> };

export const EditUserDialog = ({ member, onClose, onLoadNewest }: EditUserDialogProps) => {
  const { t } = useTranslation();
  const options = useRoleOptions();
  const update = useApiMutation(usersApi.update);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const { firstName, lastName, updatedAt } = member;
  const form = useForm({
    resolver: zodResolver(userUpdateInput),
    defaultValues: { firstName, lastName, role: choiceOf(member), updatedAt },
  });
  const { errors } = form.formState;
  const choice = form.watch("role");

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      await update.mutateAsync({ params: { id: member.id }, body });
      toast({ title: t("success.title"), description: t("team.saved", { name: displayName(member) }) });
      onClose();
    } catch (error) {
      if (showIssues(error, form.setError, Object.keys(userUpdateInput.shape))) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? t("team.saveFailed"), outdated });
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("team.edit")}
      description={member.email}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("user.firstName")} error={errors.firstName?.message}>
            <Input autoComplete="off" {...form.register("firstName", { setValueAs: textOrNull })} />
          </Field>
          <Field label={t("user.lastName")} error={errors.lastName?.message}>
            <Input autoComplete="off" {...form.register("lastName", { setValueAs: textOrNull })} />
          </Field>
        </div>
        <Field
          label={t("team.role")}
          hint={options.find(({ value }) => value === choice)?.hint}
          error={errors.role?.message}
        >
          {/* A select shows only a value that it has an option for, and own roles arrive later. */}
          <RoleSelect key={options.length} options={options} {...form.register("role")} />
        </Field>
        <Field
          label={t("team.resetPassword")}
          hint={t("team.resetPasswordHint")}
          error={errors.password?.message}
        >
          <PasswordInput
            autoComplete="new-password"
            {...form.register("password", { setValueAs: (value) => value || undefined })}
          />
        </Field>
        {member.hasSecondFactor && <ResetSecondFactor member={member} onDone={onClose} />}
        {member.isLinked && <UnlinkUser member={member} onDone={onClose} />}
        {refusal && (
          <FormAlert
            action={
              refusal.outdated && (
                <Button size="sm" onClick={() => void onLoadNewest()}>
                  {t("team.loadNewest")}
                </Button>
              )
            }
          >
            {refusal.message}
          </FormAlert>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={update.isPending}>
            {update.isPending ? t("action.saving") : t("action.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
