import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { pushApi } from "#contract/push.ts";
import { zoneCity } from "#domain/places/zone-cities.ts";
import type { NotificationSettings } from "#domain/push/notification-settings.ts";
import { pushGroups } from "#domain/push/push-group.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const usualHours = { from: "22:00", to: "07:00" };

type CheckProps = {
  id: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

const Check = ({ id, label, checked, disabled = false, onChange }: CheckProps) => (
  <div className="flex min-h-6 items-center gap-2 text-sm max-sm:min-h-9">
    <Checkbox id={id} checked={checked} disabled={disabled} onCheckedChange={onChange} />
    <label htmlFor={id}>{label}</label>
  </div>
);

type FormProps = { stored: NotificationSettings; workspaceTimezone: string };

const SettingsForm = ({ stored, workspaceTimezone }: FormProps) => {
  const { t } = useTranslation();
  const save = useApiMutation(pushApi.saveSettings);
  const [changes, setChanges] = useState<Partial<NotificationSettings>>({});
  const [isTried, setIsTried] = useState(false);
  const settings = { ...stored, ...changes };
  const { groups, quietHours, timezone, safetyPassesQuietHours } = settings;
  const change = (part: Partial<NotificationSettings>) => setChanges((before) => ({ ...before, ...part }));
  // The zone of this device is offered, because colleagues may work elsewhere than the workspace.
  const ownZones = new Set([timezone, Intl.DateTimeFormat().resolvedOptions().timeZone]);
  const timeError = (time: string): string | undefined =>
    !isTried || !quietHours
      ? undefined
      : time === ""
        ? t("validation.required")
        : quietHours.from === quietHours.to
          ? t("account.notifications.sameTimes")
          : undefined;
  const isInvalid =
    quietHours !== null &&
    (quietHours.from === "" || quietHours.to === "" || quietHours.from === quietHours.to);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isInvalid || save.isPending) return;
    try {
      await save.mutateAsync({ body: settings });
      setChanges({});
      toast({ title: t("success.title"), description: t("account.notifications.saved") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("account.notifications.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-[540] text-sm">{t("account.notifications.groups")}</legend>
        {pushGroups.map((group) => (
          <Check
            key={group}
            id={`push-${group}`}
            label={t(`account.notifications.group.${group}`)}
            checked={groups.includes(group)}
            onChange={(isChosen) =>
              change({
                groups: pushGroups.filter((one) => (one === group ? isChosen : groups.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-[540] text-sm">{t("account.notifications.quiet")}</legend>
        <Check
          id="push-quiet"
          label={t("account.notifications.quietOn")}
          checked={quietHours !== null}
          onChange={(isOn) => change({ quietHours: isOn ? usualHours : null })}
        />
        {quietHours && (
          <>
            <div className="grid grid-cols-2 gap-4">
              <Field label={t("account.notifications.from")} error={timeError(quietHours.from)}>
                <Input
                  type="time"
                  value={quietHours.from}
                  onChange={({ target }) => change({ quietHours: { ...quietHours, from: target.value } })}
                />
              </Field>
              <Field label={t("account.notifications.to")} error={timeError(quietHours.to)}>
                <Input
                  type="time"
                  value={quietHours.to}
                  onChange={({ target }) => change({ quietHours: { ...quietHours, to: target.value } })}
                />
              </Field>
            </div>
            <Field label={t("account.notifications.zone")}>
              <Select
                value={timezone ?? ""}
                onChange={({ target }) => change({ timezone: target.value || null })}
              >
                <option value="">
                  {t("account.notifications.zoneOfWorkspace", {
                    zone: zoneCity(workspaceTimezone, currentLanguage()),
                  })}
                </option>
                {[...ownZones].map(
                  (zone) =>
                    zone !== null && (
                      <option key={zone} value={zone}>
                        {zoneCity(zone, currentLanguage())}
                      </option>
                    ),
                )}
              </Select>
            </Field>
            <Check
              id="push-passes"
              label={t("account.notifications.safetyPasses")}
              checked={safetyPassesQuietHours}
              disabled={!groups.includes("safety")}
              onChange={(passes) => change({ safetyPassesQuietHours: passes })}
            />
          </>
        )}
      </fieldset>
      <DialogActions>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("account.notifications.save")}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Of what one's own devices show notifications, and when they are quiet. */
export const NotificationSettingsForm = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(pushApi.settings));
  if (data) return <SettingsForm stored={data.settings} workspaceTimezone={data.workspaceTimezone} />;
  if (error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return <Skeleton className="h-40" />;
};
