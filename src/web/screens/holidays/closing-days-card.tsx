import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { closingDaysApi } from "#contract/closing-days.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { createDayFormatter } from "./holiday-format.ts";

const AddForm = () => {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const { mutateAsync, error, isPending } = useApiMutation(closingDaysApi.add);
  const add = async () => {
    await mutateAsync({ body: { name, from, to: to === "" ? from : to } });
    for (const set of [setName, setFrom, setTo]) set("");
  };
  return (
    <form
      className="grid items-end gap-3 border-line border-t pt-4 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        // The form shows a refusal.
        add().catch(() => {});
      }}
    >
      <Field label={t("holidays.closing.name")}>
        <Input
          value={name}
          maxLength={100}
          placeholder={t("holidays.closing.namePlaceholder")}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label={t("holidays.closing.from")}>
        <Input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      </Field>
      <Field label={t("holidays.closing.to")}>
        <Input type="date" value={to} min={from} onChange={({ target }) => setTo(target.value)} />
      </Field>
      <Button type="submit" disabled={isPending || name.trim() === "" || from === ""}>
        {t("holidays.closing.add")}
      </Button>
      {error && (
        <div className="sm:col-span-4">
          <FormAlert>{serverMessage(error) ?? t("holidays.closing.failed")}</FormAlert>
        </div>
      )}
    </form>
  );
};

/** Days on which the business is closed, besides public holidays. */
export const ClosingDaysCard = () => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const mayChange = useMay("compliance", "work");
  const { data, error } = useQuery(apiQuery(closingDaysApi.list));
  const remove = useApiMutation(closingDaysApi.remove);
  const formatDay = useMemo(() => createDayFormatter(locale), [locale]);
  const removeOne = async (id: string) => {
    try {
      await remove.mutateAsync({ params: { id } });
    } catch (refusal) {
      toast({
        title: t("error.title"),
        description: t("holidays.closing.failed"),
        detail: serverMessage(refusal),
        variant: "destructive",
      });
    }
  };
  return (
    <Card title={t("holidays.closing.title")}>
      <div className="grid gap-3">
        <p className="text-sm text-soft">{t("holidays.closing.text")}</p>
        {error && <FormAlert>{serverMessage(error) ?? t("holidays.closing.loadFailed")}</FormAlert>}
        {data?.closings.length === 0 && <p className="text-faint text-sm">{t("holidays.closing.empty")}</p>}
        {data && data.closings.length > 0 && (
          <ul aria-label={t("holidays.closing.title")}>
            {data.closings.map(({ id, name, from, to }) => (
              <li
                key={id}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 border-line border-t py-1.5 first:border-t-0 md:grid-cols-[auto_minmax(0,1fr)_auto]"
              >
                <p className="text-sm text-soft tabular-nums max-md:col-span-2">
                  <time dateTime={from}>{formatDay(from)}</time>
                  {to !== from && (
                    <>
                      {" – "}
                      <time dateTime={to}>{formatDay(to)}</time>
                    </>
                  )}
                </p>
                <p className="font-[560] text-sm wrap-anywhere">{name}</p>
                {mayChange && (
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t("holidays.closing.remove", { name })}
                    disabled={remove.isPending}
                    onClick={() => void removeOne(id)}
                    className="size-8"
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayChange && <AddForm />}
      </div>
    </Card>
  );
};
