import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { type PersonListItem, peopleApi } from "#contract/people.ts";
import type { ListedColumnName } from "#domain/people/person-columns.ts";
import { ApiError, callApi, serverMessage } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { toast } from "#web/lib/toast.ts";
import { type PeoplePages, peoplePagesKey, withChangedPerson } from "./people-pages.ts";

type Editable =
  | ("type" | "status" | "tags" | "assignedAgentId")
  | ("email" | "phone" | ListedColumnName | "language" | "fields");
/** Of custom fields only the changed ones; null removes a value. */
export type PersonListChange = Partial<Pick<PersonListItem, Editable>>;
export type ChangePerson = (person: PersonListItem, change: PersonListChange) => Promise<boolean>;

type UpdateBody = RequestOf<typeof peopleApi.update>["body"];

const stageOfKey = (key: readonly unknown[]): string | undefined => {
  const filter = key.at(-1);
  return typeof filter === "object" && filter !== null && "status" in filter
    ? (filter.status as string | undefined)
    : undefined;
};

const withChange = (person: PersonListItem, change: PersonListChange): PersonListItem => ({
  ...person,
  ...change,
  fields: { ...person.fields, ...change.fields },
});

const pickBefore = (person: PersonListItem, change: PersonListChange): PersonListChange => ({
  ...Object.fromEntries(Object.keys(change).map((key) => [key, person[key as Editable]])),
  ...(change.fields
    ? {
        fields: Object.fromEntries(
          Object.keys(change.fields).map((key) => [key, person.fields[key] ?? null]),
        ),
      }
    : {}),
});

/** Changes a person in all loaded lists at once, and takes it back where the server refuses. */
export const useChangePerson = (): ChangePerson => {
  const client = useQueryClient();
  const { t } = useTranslation();

  const show = useCallback(
    (person: PersonListItem) => {
      for (const [key, data] of client.getQueriesData<PeoplePages>({ queryKey: peoplePagesKey }))
        if (data) client.setQueryData(key, withChangedPerson(data, stageOfKey(key), person));
    },
    [client],
  );

  const save = useCallback(
    async (person: PersonListItem, change: PersonListChange, mayUndo: boolean): Promise<boolean> => {
      const name = personName(person, t("people.unnamed"));
      // An answer on its way would show the old value again.
      await client.cancelQueries({ queryKey: peoplePagesKey });
      show(withChange(person, change));
      try {
        const after = await callApi(peopleApi.update, {
          params: { id: person.id },
          body: { ...(change as UpdateBody), updatedAt: person.updatedAt },
        });
        const saved = { ...person, ...after };
        show(saved);
        toast({
          title: t(mayUndo ? "people.edit.saved" : "people.edit.undone", { name }),
          action: mayUndo
            ? {
                label: t("people.edit.undo"),
                run: () => void save(saved, pickBefore(person, change), false),
              }
            : undefined,
        });
        return true;
      } catch (error) {
        show(person);
        const isConflict = error instanceof ApiError && error.status === 409;
        toast({
          title: t("people.edit.failed", { name }),
          description: isConflict ? t("people.edit.conflict") : serverMessage(error),
          detail: error instanceof ApiError ? error.problem?.issues?.[0]?.message : undefined,
          variant: "destructive",
        });
        return false;
      } finally {
        void invalidateTopics(client, peopleApi.update.topics);
      }
    },
    [client, show, t],
  );
  return useCallback((person, change) => save(person, change, true), [save]);
};
