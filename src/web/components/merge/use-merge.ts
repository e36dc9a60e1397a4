import { useTranslation } from "react-i18next";
import { batchesApi } from "#contract/batches.ts";
import { duplicatesApi } from "#contract/duplicates.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";

type Pair = { survivorId: string; otherId: string; picks?: Record<string, "survivor" | "other"> };

/** Merges pairs of people, with a toast that takes the merge back. */
export const useMerge = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const start = useApiMutation(duplicatesApi.merge);

  const undo = async (id: string) => {
    try {
      await callApi(batchesApi.undo, { params: { id } });
      toast({ title: t("success.title"), description: t("merge.undone") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("merge.failed"),
        variant: "destructive",
      });
    }
  };

  const merge = async (pairs: Pair[]): Promise<boolean> => {
    try {
      const { id } = await start.mutateAsync({ body: { pairs } });
      toast({
        title: t("success.title"),
        description: t("merge.done", { count: pairs.length, shown: format.number(pairs.length) }),
        action: { label: t("merge.undo"), run: () => void undo(id) },
      });
      return true;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("merge.failed"),
        variant: "destructive",
      });
      return false;
    }
  };
  return { merge, isPending: start.isPending, isMerged: start.isSuccess };
};
