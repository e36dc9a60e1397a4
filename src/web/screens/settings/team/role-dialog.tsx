import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type OwnRole, rolesApi } from "#contract/team.ts";
import {
  builtInPermissions,
  covers,
  noPermissions,
  offeredLevels,
  type Permissions,
} from "#domain/access/areas.ts";
import { allRecords, type RecordScopes, withinScopes } from "#domain/access/record-scope.ts";
import { roles as builtInRoles } from "#domain/role.ts";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { LevelGrid } from "./level-grid.tsx";
import { ScopeFields } from "./scope-fields.tsx";

type RoleDialogProps = { edited: OwnRole | undefined; onClose: () => void };

/** A role of the workspace's own: its name and its level in each area. */
export const RoleDialog = ({ edited: role, onClose }: RoleDialogProps) => {
  const { t } = useTranslation();
  const { permissions: own } = useUser();
  const create = useApiMutation(rolesApi.create);
  const update = useApiMutation(rolesApi.update);
  const [name, setName] = useState(role?.name ?? "");
  const [description, setDescription] = useState(role?.description ?? "");
  const [permissions, setPermissions] = useState<Permissions>(role?.permissions ?? noPermissions);
  const [scopes, setScopes] = useState<RecordScopes>(role?.scopes ?? allRecords);
  const [isDirty, setIsDirty] = useState(false);
  const [error, setError] = useState<{ field: "name" | "form"; message: string }>();
  const isBusy = create.isPending || update.isPending;
  const templates = builtInRoles.filter((one) => covers(own, builtInPermissions[one]));
  const isEmpty = Object.keys(offeredLevels).every(
    (area) => permissions[area as keyof Permissions] === "none",
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError({ field: "name", message: t("validation.required") });
    const body = {
      name,
      description: textOrNull(description),
      permissions: withinScopes(permissions, scopes),
      scopes,
    };
    try {
      if (role)
        await update.mutateAsync({ params: { id: role.id }, body: { ...body, updatedAt: role.updatedAt } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("team.roles.saved", { name: name.trim() }) });
      onClose();
    } catch (problem) {
      const isTaken = problem instanceof ApiError && problem.problem?.code === "already_exists";
      setError(
        isTaken
          ? { field: "name", message: t("team.roles.nameTaken") }
          : { field: "form", message: serverMessage(problem) ?? t("error.save") },
      );
    }
  };

  const change = (values: Permissions) => {
    setPermissions(values);
    setIsDirty(true);
  };

  return (
    <FormDialog
      title={t(role ? "team.roles.edit" : "team.roles.add")}
      description={t("team.roles.editText")}
      dirty={isDirty}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      {(cancel) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("team.roles.name")}
              required
              error={error?.field === "name" ? error.message : undefined}
            >
              <Input
                value={name}
                maxLength={60}
                autoComplete="off"
                onChange={(event) => {
                  setName(event.target.value);
                  setIsDirty(true);
                }}
              />
            </Field>
            <Field label={t("team.roles.description")}>
              <Input
                value={description}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => {
                  setDescription(event.target.value);
                  setIsDirty(true);
                }}
              />
            </Field>
          </div>
          {templates.length > 0 && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
              {t("team.roles.startFrom")}
              {templates.map((one) => (
                <Button key={one} size="sm" onClick={() => change(builtInPermissions[one])}>
                  {t(`role.${one}`)}
                </Button>
              ))}
            </p>
          )}
          <ScopeFields
            value={scopes}
            onChange={(values) => {
              setScopes(values);
              setIsDirty(true);
            }}
          />
          <LevelGrid
            value={withinScopes(permissions, scopes)}
            most={withinScopes(own, scopes)}
            onChange={(area, level) => change({ ...permissions, [area]: level })}
          />
          {isEmpty && <p className="text-faint text-xs">{t("team.roles.empty")}</p>}
          {error?.field === "form" && <FormAlert>{error.message}</FormAlert>}
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
