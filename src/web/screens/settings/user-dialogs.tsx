import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { newUserInput, type TeamMember, usersApi, userUpdateInput } from "#contract/users.ts";
import { minPasswordLengthFor } from "#domain/password-policy.ts";
import { roles } from "#domain/role.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { textOrNull } from "#web/lib/validation-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { ResetSecondFactor } from "./reset-second-factor.tsx";

const RoleSelect = (props: ComponentProps<"select">) => {
  const { t } = useTranslation();
  return (
    <Select {...props}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(`role.${role}`)}
        </option>
      ))}
    </Select>
  );
};

export const AddUserDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const create = useApiMutation(usersApi.create);
  const form = useForm({
    resolver: zodResolver(newUserInput),
    defaultValues: { email: "", password: "", firstName: null, lastName: null, role: "viewer" as const },
  });
  const { errors } = form.formState;

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
        <Field label={t("team.role")} hint={t(`role.hint.${form.watch("role") ?? "viewer"}`)}>
          <RoleSelect {...form.register("role")} />
        </Field>
        <Field
          label={t("team.firstPassword")}
          required
          hint={t("password.rule", { min: minPasswordLengthFor(form.watch("role") ?? "viewer") })}
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
  const update = useApiMutation(usersApi.update);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const { firstName, lastName, role, active, updatedAt } = member;
  const form = useForm({
    resolver: zodResolver(userUpdateInput),
    defaultValues: { firstName, lastName, role, active, updatedAt },
  });
  const { errors } = form.formState;

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
        <Field label={t("team.role")} hint={t(`role.hint.${form.watch("role") ?? role}`)}>
          <RoleSelect {...form.register("role")} />
        </Field>
        <Field label={t("team.active")} hint={t("team.activeHint")}>
          <Controller
            name="active"
            control={form.control}
            render={({ field: { value, onChange, ref } }) => (
              <Switch ref={ref} checked={value ?? true} onCheckedChange={onChange} />
            )}
          />
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
