import { ArrowUp, Plus, Trash2 } from "lucide-react";
import { Controller, type UseFormReturn, useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { maxGroupRoles } from "#contract/single-sign-on.ts";
import { RoleSelect } from "#web/screens/settings/team/role-select.tsx";
import type { RoleOption } from "#web/screens/settings/team/use-roles.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { SingleSignOnValues } from "./form-values.ts";

type GroupRolesProps = { form: UseFormReturn<SingleSignOnValues>; options: readonly RoleOption[] };

/** Which group gives which role; the first one that a user has decides. */
export const GroupRoles = ({ form, options }: GroupRolesProps) => {
  const { t } = useTranslation();
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: "groupRoles" });
  const entered = form.watch("groupRoles");
  const { groupRoles: errors } = form.formState.errors;
  const nameOf = (index: number): string =>
    entered[index]?.group || t("team.sso.unnamedGroup", { position: index + 1 });
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1 font-[540] text-sm">{t("team.sso.groupRoles")}</legend>
      <p className="text-faint text-xs">{t("team.sso.groupRolesHint")}</p>
      {fields.length > 0 && (
        <ol className="grid gap-2">
          {fields.map((field, index) => (
            <li
              key={field.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_auto]"
            >
              <Field
                label={<span className="sr-only">{t("team.sso.groupNamed", { position: index + 1 })}</span>}
                error={errors?.[index]?.group?.message}
                className="max-sm:col-span-2 [&>div:first-child]:hidden"
              >
                <Input
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={300}
                  placeholder={t("team.sso.group")}
                  aria-label={t("team.sso.groupNamed", { position: index + 1 })}
                  {...form.register(`groupRoles.${index}.group`)}
                />
              </Field>
              <Field
                label={<span className="sr-only">{t("team.role")}</span>}
                error={errors?.[index]?.role?.message}
                className="[&>div:first-child]:hidden"
              >
                {/* Controlled, because own roles are loaded after the value is known. */}
                <Controller
                  control={form.control}
                  name={`groupRoles.${index}.role`}
                  render={({ field: role }) => (
                    <RoleSelect
                      options={options}
                      aria-label={t("team.sso.roleOf", { name: nameOf(index) })}
                      {...role}
                    />
                  )}
                />
              </Field>
              <span className="flex gap-1">
                <Button
                  variant="ghost"
                  size="icon"
                  disabled={index === 0}
                  aria-label={t("team.sso.moveUp", { name: nameOf(index) })}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("team.sso.removeGroup", { name: nameOf(index) })}
                  onClick={() => remove(index)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {(errors?.root?.message ?? errors?.message) && (
        <p role="alert" className="text-bad text-xs">
          {errors?.root?.message ?? errors?.message}
        </p>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={fields.length >= maxGroupRoles}
        onClick={() => append({ group: "", role: "viewer" })}
      >
        <Plus aria-hidden="true" />
        {t("team.sso.addGroup")}
      </Button>
    </fieldset>
  );
};
