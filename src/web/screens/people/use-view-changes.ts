import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { type View, viewsApi } from "#contract/audiences.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

type ViewFields = RequestOf<typeof viewsApi.create>["body"];
type ViewFieldChange = RequestOf<typeof viewsApi.update>["body"];

/** Saving, changing and deleting of views and segments, with their messages. */
export const useViewChanges = (onOpen: (view: Pick<View, "id"> | undefined) => void) => {
  const { t } = useTranslation();
  const createView = useApiMutation(viewsApi.create);
  const updateView = useApiMutation(viewsApi.update);
  const removeView = useApiMutation(viewsApi.remove);
  const saveOrder = useApiMutation(viewsApi.order);
  const client = useQueryClient();
  const viewsQuery = apiQuery(viewsApi.list);

  const refuse = (title: string, error: unknown) =>
    toast({ title, description: serverMessage(error) ?? t("error.save"), variant: "destructive" });

  const create = async (fields: ViewFields): Promise<boolean> => {
    try {
      const view = await createView.mutateAsync({ body: fields });
      toast({ title: t("people.views.saved", { name: view.name }) });
      onOpen(view);
      return true;
    } catch (error) {
      refuse(t("people.views.failed"), error);
      return false;
    }
  };

  const update = async (view: View, fields: ViewFieldChange): Promise<boolean> => {
    try {
      const { name } = await updateView.mutateAsync({
        params: { id: view.id },
        body: { ...fields, updatedAt: view.updatedAt },
      });
      toast({ title: t("people.views.saved", { name }) });
      return true;
    } catch (error) {
      refuse(t("people.views.failed"), error);
      return false;
    }
  };

  const restore = async (view: View) => {
    const { kind, screen, name, audience, columns, sort, direction, shape, pinned, ownerId } = view;
    try {
      const body = { kind, screen, name, audience, columns, sort, direction, shape, pinned };
      const restored = await createView.mutateAsync({ body: { ...body, shared: ownerId === null } });
      toast({ title: t("people.views.restored", { name }) });
      onOpen(restored);
    } catch (error) {
      refuse(t("people.views.failed"), error);
    }
  };

  const remove = async (view: View) => {
    // Before it is gone: the list would ask for it once more.
    onOpen(undefined);
    try {
      await removeView.mutateAsync({ params: { id: view.id } });
      toast({
        title: t("people.views.deleted", { name: view.name }),
        action: { label: t("people.views.undo"), run: () => void restore(view) },
      });
    } catch (error) {
      onOpen(view);
      refuse(t("people.views.deleteFailed", { name: view.name }), error);
    }
  };

  /** The new order is shown at once. */
  const reorder = async (ids: readonly string[]) => {
    client.setQueryData(
      viewsQuery.queryKey,
      (old: { views: View[] } | undefined) =>
        old && { views: old.views.map((view) => ({ ...view, position: ids.indexOf(view.id) })) },
    );
    try {
      await saveOrder.mutateAsync({ body: { ids: [...ids] } });
    } catch (error) {
      refuse(t("people.views.orderFailed"), error);
      void client.invalidateQueries({ queryKey: viewsQuery.queryKey });
    }
  };

  const isBusy = createView.isPending || updateView.isPending || removeView.isPending;
  return { create, update, remove, reorder, isBusy };
};
