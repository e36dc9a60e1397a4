import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type OutreachChannel, outreachChannels } from "#domain/channels/channel.ts";
import { type Language, languages } from "#domain/language.ts";
import { nameOfTitle } from "#domain/messages/template-title.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { useTemplatePaths } from "./template-path.ts";

type NewTemplateDialogProps = { takenNames: ReadonlySet<string>; onClose: () => void };

/** What a new template is called, and where it is written first. It is stored with its first words. */
export const NewTemplateDialog = ({ takenNames, onClose }: NewTemplateDialogProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const paths = useTemplatePaths();
  const [title, setTitle] = useState("");
  const [channel, setChannel] = useState<OutreachChannel>("email");
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    navigate(paths.page(nameOfTitle(title, takenNames), { channel, language, title: title.trim() }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("templates.add")}
      className="sm:max-w-md"
    >
      <form noValidate onSubmit={write} className="grid gap-4">
        <Field label={t("templates.title")} hint={t("templates.titleHint")} required>
          <Input
            value={title}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("templates.channel")}>
            <Select
              value={channel}
              onChange={({ target }) =>
                setChannel(outreachChannels.find((id) => id === target.value) ?? channel)
              }
            >
              {outreachChannels.map((id) => (
                <option key={id} value={id}>
                  {t(`reasons.channel.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("templates.languageLabel")}>
            <Select
              value={language}
              onChange={({ target }) => setLanguage(languages.find((id) => id === target.value) ?? language)}
            >
              {languages.map((id) => (
                <option key={id} value={id}>
                  {t(`templates.language.${id}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={title.trim() === ""}>
            {t("templates.write")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
