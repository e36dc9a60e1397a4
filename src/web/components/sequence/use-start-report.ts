import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";

/** Says for how many a sequence was started, or that it failed. */
export const useStartReport = () => {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    done: (count: number) => {
      if (count === 0) return;
      toast({
        title: t("success.title"),
        description: t("sequence.start.done", { count, shown: format.number(count) }),
      });
    },
    failed: (error: unknown) =>
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("sequence.start.failed"),
        variant: "destructive",
      }),
  };
};
