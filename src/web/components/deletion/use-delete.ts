import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiRoute } from "#contract/api-route.ts";
import { type Deletion, type deleteResponse, deletionsApi } from "#contract/deletions.ts";
import type { peopleApi } from "#contract/people.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { progressToast, toast } from "#web/lib/toast.ts";

type DeleteRoute = ApiRoute & {
  method: "DELETE";
  input: { params: typeof peopleApi.remove.input.params };
  output: typeof deleteResponse;
};
type DeleteTexts = { deleted: string; failed: string };

const pollMs = 1000;
const wait = () => new Promise((resolve) => setTimeout(resolve, pollMs));

/** Calls `onProgress` until the job has ended; returns its last state. */
const follow = async (deletion: Deletion, onProgress: (percent: number) => void): Promise<Deletion> => {
  if (deletion.status !== "running") return deletion;
  onProgress(deletion.percent);
  await wait();
  return follow(await callApi(deletionsApi.get, { params: { id: deletion.id } }), onProgress);
};

/** Deletes, shows the progress of a deletion that runs as a job, and reports the result or the server's reason. */
export const useDelete = (route: DeleteRoute, { deleted, failed }: DeleteTexts) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useApiMutation(route);

  const followJob = async (deletion: Deletion): Promise<boolean> => {
    const shown = progressToast({ title: t("deletion.title"), description: t("deletion.text") });
    const { status } = await follow(deletion, shown.setProgress).finally(shown.dismiss);
    await invalidateTopics(client, route.topics);
    return status === "done";
  };

  const deleteById = async (id: string): Promise<boolean> => {
    try {
      const { deletion } = await remove.mutateAsync({ params: { id } });
      if (deletion && !(await followJob(deletion))) throw new Error(deletion.id);
      toast({ title: t("success.title"), description: deleted });
      return true;
    } catch (error) {
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
      return false;
    }
  };

  return { deleteById, busy: remove.isPending };
};
