import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { invitationInput, invitationsApi, type SentInvitation, teamsApi } from "#contract/team.ts";
import { languages } from "#domain/language.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useRoleOptions } from "./use-roles.ts";

type TeamChoiceProps = { chosen: readonly string[]; onChange: (ids: string[]) => void };

const TeamChoice = ({ chosen, onChange }: TeamChoiceProps) => {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery(apiQuery(teamsApi.list));
  if (!data || data.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-[540] text-sm">{t("team.teams.title")}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto sm:grid-cols-2">
        {data.map((team) => (
          <span key={team.id} className="flex items-center gap-2 text-sm">
            <Checkbox
              id={`${id} ${team.id}`}
              checked={chosen.includes(team.id)}
              onCheckedChange={(checked) =>
                onChange(checked ? [...chosen, team.id] : chosen.filter((one) => one !== team.id))
              }
            />
            <label htmlFor={`${id} ${team.id}`} className="min-w-0 truncate">
              {team.name}
            </label>
          </span>
        ))}
      </div>
    </fieldset>
  );
};

const InviteForm = ({
  onSent,
  onCancel,
}: {
  onSent: (sent: SentInvitation) => void;
  onCancel: () => void;
}) => {
  const { t } = useTranslation();
  const options = useRoleOptions();
  const create = useApiMutation(invitationsApi.create);
  const form = useForm({
    resolver: zodResolver(invitationInput),
    defaultValues: { email: "", role: "viewer", teamIds: [] as string[], language: currentLanguage() },
  });
  const { errors } = form.formState;
  const choice = form.watch("role");

  const submit = form.handleSubmit(async (body) => {
    try {
      onSent(await create.mutateAsync({ body }));
    } catch (error) {
      const code = error instanceof ApiError ? error.problem?.code : undefined;
      if (code === "already_exists" || code === "already_invited") {
        const message = code === "already_exists" ? t("team.emailTaken") : (serverMessage(error) ?? "");
        form.setError("email", { message }, { shouldFocus: true });
      } else if (!showIssues(error, form.setError, Object.keys(invitationInput.shape))) {
        form.setError("root", { message: serverMessage(error) ?? t("team.invite.failed") });
      }
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t("user.email")} required error={errors.email?.message}>
        <Input type="email" autoComplete="off" spellCheck={false} autoFocus {...form.register("email")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[1.6fr_1fr]">
        <Field
          label={t("team.role")}
          hint={options.find(({ value }) => value === choice)?.hint}
          error={errors.role?.message}
        >
          <RoleSelect options={options} {...form.register("role")} />
        </Field>
        <Field label={t("team.invite.language")}>
          <Select {...form.register("language")}>
            {languages.map((language) => (
              <option key={language} value={language}>
                {t(`language.${language}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <TeamChoice
        chosen={form.watch("teamIds") ?? []}
        onChange={(ids) => form.setValue("teamIds", ids, { shouldDirty: true })}
      />
      {errors.root?.message && <FormAlert>{errors.root.message}</FormAlert>}
      <DialogActions>
        <Button onClick={onCancel}>{t("action.cancel")}</Button>
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {create.isPending ? t("team.invite.sending") : t("team.invite.send")}
        </Button>
      </DialogActions>
    </form>
  );
};

export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const [sent, setSent] = useState<SentInvitation>();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sent ? t("team.invite.sentTitle") : t("team.invite.title")}
      description={sent ? undefined : t("team.invite.text")}
    >
      {sent ? (
        <InvitationLink sent={sent} onClose={onClose} />
      ) : (
        <InviteForm onSent={setSent} onCancel={onClose} />
      )}
    </Dialog>
  );
};
