import { LoaderCircle, Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inboxAiApi, textEdits } from "#contract/inbox-ai.ts";
import { type Language, languages } from "#domain/language.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";

type EditMenuProps = { personId: string; text: string; onText: (text: string) => void };

/** Lets a model edit what is written. The text before it comes back with the toast's button. */
export const EditMenu = ({ personId, text, onText }: EditMenuProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const edit = useApiMutation(inboxAiApi.edit);
  const run = async (kind: (typeof textEdits)[number], language?: Language) => {
    try {
      const { text: edited, reason } = await edit.mutateAsync({
        params: { id: personId },
        body: { text, edit: kind, ...(language ? { language } : {}) },
      });
      if (edited === null) {
        toast({ title: t("inbox.ai.notEdited"), description: worded("inbox.ai.editReason", reason ?? "") });
        return;
      }
      onText(edited);
      toast({
        title: t("inbox.ai.edited"),
        action: { label: t("inbox.undo"), run: () => onText(text) },
      });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("error.load"),
        variant: "destructive",
      });
    }
  };
  const actions: MenuAction[] = [
    ...textEdits
      .filter((kind) => kind !== "translate")
      .map((kind) => ({ id: kind, label: t(`inbox.ai.edit.${kind}`), run: () => void run(kind) })),
    ...languages.map((language) => ({
      id: language,
      label: t(`inbox.ai.edit.translate.${language}`),
      run: () => void run("translate", language),
    })),
  ];
  return (
    <ActionMenu
      label={t("inbox.ai.edit.label")}
      trigger={
        <Button
          size="icon"
          variant="ghost"
          aria-label={t("inbox.ai.edit.label")}
          disabled={text.trim() === "" || edit.isPending}
          className="size-9 sm:size-7"
        >
          {edit.isPending ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Sparkles aria-hidden="true" />
          )}
        </Button>
      }
      actions={actions}
    />
  );
};
