import { useTranslation } from "react-i18next";
import { type RunChange, runsApi } from "#contract/runs.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { type Refused, useRefusals } from "./use-refusals.ts";

/** As many as the server takes with one call. */
const maxIds = 500;

const inverse: Partial<Record<RunChange["kind"], RunChange>> = {
  pause: { kind: "resume" },
  resume: { kind: "pause" },
};

/** Changes runs and says what came of it; a pause can be undone. */
export const useRunChange = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusals();
  const { mutateAsync, isPending } = useApiMutation(runsApi.change);

  const send = async (ids: readonly string[], change: RunChange) => {
    let changed = 0;
    const refused: Refused[] = [];
    for (let from = 0; from < ids.length; from += maxIds) {
      const answer = await mutateAsync({ body: { ids: ids.slice(from, from + maxIds), change } });
      changed += answer.changed;
      refused.push(...answer.refused);
    }
    return { changed, refused };
  };

  const report = (ids: readonly string[], change: RunChange, changed: number, refused: Refused[]) => {
    const back = inverse[change.kind];
    const done = ids.filter((id) => refused.every((one) => one.id !== id));
    toast({
      title: changed > 0 ? t("success.title") : t("error.title"),
      description:
        changed > 0
          ? t(`sequence.changed.${change.kind}`, { count: changed, shown: format.number(changed) })
          : t("sequence.changed.none"),
      detail: refusalText(refused),
      variant: changed > 0 ? "default" : "destructive",
      action:
        back && done.length > 0
          ? { label: t("sequence.undo"), run: () => void apply(done, back) }
          : undefined,
    });
  };

  /** Whether anything was changed. */
  const apply = async (ids: readonly string[], change: RunChange): Promise<boolean> => {
    try {
      const { changed, refused } = await send(ids, change);
      report(ids, change, changed, refused);
      return changed > 0;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("sequence.changed.failed"),
        variant: "destructive",
      });
      return false;
    }
  };

  return { apply, isPending };
};
