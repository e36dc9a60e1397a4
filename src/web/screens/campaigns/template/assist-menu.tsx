import { LoaderCircle, Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import type { Language } from "#domain/language.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { newBlock } from "./email/block-edits.ts";
import { collectTexts, replaceTexts, type TemplateTexts } from "./template-texts.ts";

type AssistRequest = RequestOf<typeof templatesApi.assist>["body"];

/** A drafted text takes the place of the first empty text, or stands at the end. */
const withDraft = (words: TemplateTexts, text: string): TemplateTexts => {
  const { design } = words;
  if (!design) return { ...words, body: text };
  const empty = design.blocks.find((block) => block.kind === "text" && block.text.trim() === "");
  const blocks = empty
    ? design.blocks.map((block) => (block === empty && block.kind === "text" ? { ...block, text } : block))
    : [...design.blocks, { ...newBlock("text"), kind: "text" as const, text }];
  return { ...words, design: { ...design, blocks } };
};

type NotesDialogProps = { isBusy: boolean; onWrite: (notes: string) => void; onClose: () => void };

const NotesDialog = ({ isBusy, onWrite, onClose }: NotesDialogProps) => {
  const { t } = useTranslation();
  const [notes, setNotes] = useState("");
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (notes.trim() !== "") onWrite(notes.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("templates.ai.label")}
      className="sm:max-w-lg"
    >
      <form noValidate onSubmit={write} className="grid gap-4">
        <Field label={t("templates.ai.notes")} hint={t("templates.ai.notesHint")}>
          <Textarea
            rows={6}
            maxLength={4000}
            value={notes}
            onChange={({ target }) => setNotes(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={isBusy || notes.trim() === ""}>
            {t("templates.ai.write")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

type AssistMenuProps = {
  words: TemplateTexts;
  language: Language;
  /** The same message in another language. */
  source: MessageTemplateRecord | undefined;
  onWords: (words: TemplateTexts) => void;
};

/** Lets a model draft, shorten or translate the words. They change in the editor only, and a person reads them first. */
export const AssistMenu = ({ words, language, source, onWords }: AssistMenuProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const assist = useApiMutation(templatesApi.assist);
  const [asksNotes, setAsksNotes] = useState(false);

  const run = async (request: AssistRequest, use: (texts: string[]) => TemplateTexts) => {
    try {
      const { texts, reason, vendor } = await assist.mutateAsync({ body: request });
      if (texts === null)
        return void toast({
          title: t("templates.ai.failed"),
          description: worded("inbox.ai.editReason", reason ?? ""),
        });
      onWords(use(texts));
      setAsksNotes(false);
      toast({ title: t("success.title"), description: t("templates.ai.done", { vendor: vendor ?? "" }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("templates.ai.failed"),
        variant: "destructive",
      });
    }
  };
  const texts = collectTexts(words);
  const sourceWords = source && {
    subject: source.subject ?? "",
    body: source.body,
    design: source.design,
  };
  return (
    <>
      <ActionMenu
        label={t("templates.ai.label")}
        trigger={
          <Button variant="ghost" disabled={assist.isPending}>
            {assist.isPending ? (
              <LoaderCircle aria-hidden="true" className="animate-spin" />
            ) : (
              <Sparkles aria-hidden="true" />
            )}
            {t("templates.ai.label")}
          </Button>
        }
        actions={[
          { id: "draft", label: t("templates.ai.draft"), run: () => setAsksNotes(true) },
          ...(texts.length > 0
            ? [
                {
                  id: "shorten",
                  label: t("templates.ai.shorten"),
                  run: () =>
                    void run({ task: "shorten", language, texts }, (edited) => replaceTexts(words, edited)),
                },
              ]
            : []),
          ...(source && sourceWords
            ? [
                {
                  id: "translate",
                  label: t("templates.ai.translate", {
                    language: t(`templates.language.${source.language}`),
                  }),
                  run: () =>
                    void run({ task: "translate", language, texts: collectTexts(sourceWords) }, (edited) =>
                      replaceTexts(sourceWords, edited),
                    ),
                },
              ]
            : []),
        ]}
      />
      {asksNotes && (
        <NotesDialog
          isBusy={assist.isPending}
          onWrite={(notes) =>
            void run({ task: "draft", language, texts: [notes] }, ([text = ""]) => withDraft(words, text))
          }
          onClose={() => setAsksNotes(false)}
        />
      )}
    </>
  );
};
