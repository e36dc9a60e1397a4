import { useTranslation } from "react-i18next";
import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

type SyncSettings = Pick<
  SyncView,
  "map" | "rule" | "createsHere" | "createsThere" | "onRemoteDelete" | "onLocalDelete" | "proof"
>;

/** Saves a part of the settings of a sync; the others stay as they are. */
export const useSaveSync = (sync: SyncView) => {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useApiMutation(syncsApi.save);
  const save = async (change: Partial<SyncSettings>): Promise<void> => {
    const { map, rule, createsHere, createsThere, onRemoteDelete, onLocalDelete, service, label } = sync;
    const settings = { map, rule, createsHere, createsThere, onRemoteDelete, onLocalDelete };
    try {
      await mutateAsync({ params: { service }, body: { ...settings, ...change } });
      toast({ title: t("success.title"), description: t("sync.saved", { label }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("sync.saveFailed", { label }),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };
  return { save, isSaving: isPending };
};
