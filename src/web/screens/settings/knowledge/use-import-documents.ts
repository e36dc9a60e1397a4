import { useTranslation } from "react-i18next";
import { knowledgeApi, maxKnowledgeLength } from "#contract/knowledge.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

const textFile = /\.(?:md|markdown|txt|text)$/i;

/** Adds text and Markdown files as drafts, one after the other; a file that cannot be read is named. */
export const useImportDocuments = () => {
  const { t } = useTranslation();
  const { mutateAsync } = useApiMutation(knowledgeApi.importDocument);
  return async (files: readonly File[]): Promise<void> => {
    let added = 0;
    for (const file of files) {
      try {
        if (!textFile.test(file.name)) throw new Error(t("knowledge.wrongFile"));
        const text = (await file.text()).replace(/^\uFEFF/, "");
        if (text.trim() === "") throw new Error(t("knowledge.emptyFile"));
        if (text.length > maxKnowledgeLength) throw new Error(t("knowledge.largeFile"));
        await mutateAsync({ body: { name: file.name.slice(0, 200), text } });
        added++;
      } catch (error) {
        toast({
          title: t("error.title"),
          description: t("knowledge.importFailed", { name: file.name }),
          detail: serverMessage(error) ?? (error instanceof Error ? error.message : undefined),
          variant: "destructive",
        });
        return;
      }
    }
    if (added > 0)
      toast({ title: t("success.title"), description: t("knowledge.imported", { count: added }) });
  };
};
