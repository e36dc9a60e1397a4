import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import { ApiError, apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { toast } from "#web/lib/toast.ts";

type UpdateBody = RequestOf<typeof peopleApi.update>["body"];
/** Of custom fields only the changed ones; null removes a value. */
export type PersonEdit = Omit<UpdateBody, "updatedAt" | "consents">;
/** Undefined where it was saved; otherwise what the server objects to. */
export type EditPerson = (edit: PersonEdit) => Promise<string | undefined>;

const valuesBefore = (person: PersonDetail, edit: PersonEdit): PersonEdit => ({
  ...Object.fromEntries(Object.keys(edit).map((key) => [key, person[key as keyof PersonDetail]])),
  ...(edit.fields
    ? { fields: Object.fromEntries(Object.keys(edit.fields).map((key) => [key, person.fields[key] ?? null])) }
    : {}),
});

/** Changes single values of a person, against the version that is shown. The toast takes the change back. */
export const usePersonEdit = (person: PersonDetail): EditPerson => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const save = useCallback(
    async (shown: PersonDetail, edit: PersonEdit, mayUndo: boolean): Promise<string | undefined> => {
      const { queryKey } = apiQuery(peopleApi.get, { params: { id: shown.id } });
      const name = personName(shown, t("people.unnamed"));
      try {
        const after = await callApi(peopleApi.update, {
          params: { id: shown.id },
          body: { ...edit, updatedAt: shown.updatedAt },
        });
        const saved = { ...shown, ...after };
        client.setQueryData(queryKey, saved);
        toast({
          title: t(mayUndo ? "people.edit.saved" : "people.edit.undone", { name }),
          action: mayUndo
            ? { label: t("people.edit.undo"), run: () => void save(saved, valuesBefore(shown, edit), false) }
            : undefined,
        });
        return undefined;
      } catch (error) {
        const isConflict = error instanceof ApiError && error.status === 409;
        const issue = error instanceof ApiError ? error.problem?.issues?.[0]?.message : undefined;
        const message = isConflict
          ? t("people.edit.conflict")
          : (issue ?? serverMessage(error) ?? t("error.save"));
        toast({
          title: t("people.edit.failed", { name }),
          description: message,
          variant: "destructive",
        });
        return message;
      } finally {
        void invalidateTopics(client, peopleApi.update.topics);
      }
    },
    [client, t],
  );
  return useCallback((edit) => save(person, edit, true), [save, person]);
};
