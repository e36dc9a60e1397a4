import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReportMail, reportMailsApi } from "#contract/report-mails.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import type { FigureName } from "#domain/figures/figures.ts";
import { type MailRhythm, mailRhythms } from "#domain/figures/report-mail.ts";
import { tableTexts } from "#domain/figures/table-texts.ts";
import { type ReportTable, reportTables, tableNames } from "#domain/figures/tables.ts";
import { type Language, languages } from "#domain/language.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { useFigureText } from "./use-figure-text.ts";

/** What most want to read first. */
const usualFigures: FigureName[] = ["new_leads", "speed_to_lead", "first_answer", "conversion", "cost"];

const hours = Array.from({ length: 24 }, (_, hour) => hour);

type ChoiceProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

const Choice = ({ label, checked, onChange }: ChoiceProps) => (
  <div className="flex min-w-0 items-center gap-2 text-sm">
    <Checkbox checked={checked} onCheckedChange={onChange} aria-label={label} />
    <span aria-hidden="true" className="min-w-0 break-words">
      {label}
    </span>
  </div>
);

const toggled = <T,>(list: readonly T[], value: T, isIn: boolean): T[] =>
  isIn ? [...list, value] : list.filter((one) => one !== value);

type MailFormProps = {
  /** Undefined for a new one. */
  mail: ReportMail | undefined;
  /** The filter of the screen, which a new mail keeps. */
  audience: Audience | undefined;
  onDone: () => void;
};

/** A report that is mailed: its figures, when, and to whom. */
export const MailForm = ({ mail, audience, onDone }: MailFormProps) => {
  const { t } = useTranslation();
  const { language: shown } = useFigureText();
  const { data } = useQuery(apiQuery(reportMailsApi.readers));
  const create = useApiMutation(reportMailsApi.create);
  const update = useApiMutation(reportMailsApi.update);
  const [name, setName] = useState(mail?.name ?? t("reports.mail.usualName"));
  const [figures, setFigures] = useState<FigureName[]>(mail?.figures ?? usualFigures);
  const [rhythm, setRhythm] = useState<MailRhythm>(mail?.rhythm ?? "weekly");
  const [hour, setHour] = useState(mail?.hour ?? 8);
  const [language, setLanguage] = useState<Language>(mail?.language ?? shown);
  const [enabled, setEnabled] = useState(mail?.enabled ?? true);
  const [userIds, setUserIds] = useState<string[]>(mail?.readers.map(({ id }) => id) ?? []);
  const { error, isPending } = mail ? update : create;
  const isReady = name.trim() !== "" && figures.length > 0 && userIds.length > 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const kept = mail ? mail.audience : (audience ?? null);
    const body = {
      name,
      figures,
      rhythm,
      hour,
      language,
      enabled,
      userIds,
      audience: kept as Audience | null,
    };
    if (mail)
      update.mutate(
        { params: { id: mail.id }, body: { ...body, updatedAt: mail.updatedAt } },
        { onSuccess: onDone },
      );
    else create.mutate({ body }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={save} className="grid gap-4">
      <Field label={t("reports.mail.name")} required>
        <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t("reports.mail.rhythm")}>
          <Select value={rhythm} onChange={({ target }) => setRhythm(target.value as MailRhythm)}>
            {mailRhythms.map((one) => (
              <option key={one} value={one}>
                {t(`reports.mail.rhythms.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("reports.mail.hour")}>
          <Select value={hour} onChange={({ target }) => setHour(Number(target.value))}>
            {hours.map((one) => (
              <option key={one} value={one}>
                {`${String(one).padStart(2, "0")}:00`}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("reports.mail.language")}>
          <Select value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {t(`reports.mail.languages.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-[540] text-sm">{t("reports.mail.readers")}</legend>
        <p className="text-faint text-xs">{t("reports.mail.readersHint")}</p>
        <div className="grid gap-1.5 sm:grid-cols-2">
          {data?.readers.map(({ id, name: reader }) => (
            <Choice
              key={id}
              label={reader}
              checked={userIds.includes(id)}
              onChange={(isIn) => setUserIds(toggled(userIds, id, isIn))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-[540] text-sm">{t("reports.mail.figures")}</legend>
        {tableNames.map((table) => (
          <div key={table} className="grid gap-1.5">
            <p className="text-faint text-xs">{tableTexts[table][shown]}</p>
            <div className="grid gap-1.5 sm:grid-cols-2">
              {(reportTables[table] as ReportTable).figures.map((figure) => (
                <Choice
                  key={figure}
                  label={figureTexts[figure].name[shown]}
                  checked={figures.includes(figure)}
                  onChange={(isIn) => setFigures(toggled(figures, figure, isIn))}
                />
              ))}
            </div>
          </div>
        ))}
      </fieldset>
      {(mail ? mail.audience : audience) && <p className="text-sm text-soft">{t("reports.mail.filtered")}</p>}
      {mail && <Choice label={t("reports.mail.enabled")} checked={enabled} onChange={setEnabled} />}
      {error && <FormAlert>{serverMessage(error) ?? t("error.save")}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="ghost" onClick={onDone}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" variant="primary" disabled={!isReady || isPending}>
          {t("action.save")}
        </Button>
      </div>
    </form>
  );
};
