import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import {
  type AssignmentMode,
  type AssignmentSetting,
  assignmentModes,
} from "#domain/conversations/assignment.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Who gets a conversation without an owner when the person writes. The choice is saved at once. */
export const AssignmentCard = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("inbox", "manage");
  const hintId = useId();
  const { data, error, refetch } = useQuery(apiQuery(inboxApi.assignment));
  const save = useApiMutation(inboxApi.setAssignment);
  const { data: teams } = useQuery(apiQuery(inboxApi.teams));
  const change = (body: AssignmentSetting) =>
    save
      .mutateAsync({ body })
      .then(() => toast({ title: t("success.title"), description: t("settings.assignment.saved") }))
      .catch((failure: unknown) =>
        toast({
          title: t("error.title"),
          description: serverMessage(failure) ?? t("error.save"),
          variant: "destructive",
        }),
      );
  return (
    <Card title={t("settings.assignment.title")} caption={t("settings.assignment.caption")}>
      {data ? (
        <div className="grid gap-3">
          <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
            <Field label={t("settings.assignment.owner")}>
              <Select
                aria-describedby={hintId}
                value={data.mode}
                disabled={!isAdmin || save.isPending}
                onChange={(event) => void change({ ...data, mode: event.target.value as AssignmentMode })}
              >
                {assignmentModes.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`settings.assignment.mode.${mode}`)}
                  </option>
                ))}
              </Select>
            </Field>
            {teams && teams.teams.length > 0 && (
              <Field label={t("settings.assignment.team")}>
                <Select
                  aria-describedby={hintId}
                  value={data.teamId ?? ""}
                  disabled={!isAdmin || save.isPending}
                  onChange={(event) => void change({ ...data, teamId: event.target.value || null })}
                >
                  <option value="">{t("settings.assignment.noTeam")}</option>
                  {teams.teams.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </div>
          <p id={hintId} className="text-soft text-sm">
            {t(`settings.assignment.${data.teamId === null ? "explain" : "explainTeam"}.${data.mode}`)}
          </p>
        </div>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9 max-w-md" />
      )}
      {!isAdmin && <p className="mt-3 text-faint text-xs">{t("settings.adminOnly")}</p>}
    </Card>
  );
};
