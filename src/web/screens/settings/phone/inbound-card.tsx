import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useMemo } from "react";
import { useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { integrationsApi } from "#contract/integrations.ts";
import { scriptsApi } from "#contract/scripts.ts";
import { inboundRoutes, type PhoneSettings } from "#domain/voice/phone-settings.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { FormEnd } from "./form-end.tsx";
import { compactNumber, usePhoneForm } from "./use-phone-form.ts";

type InboundSettings = Pick<PhoneSettings, "inbound">;
const everyOther = "*";
const maxNumbers = 50;

/** The rule for all other numbers exists and is the last. */
const withOthersLast = (inbound: PhoneSettings["inbound"]): PhoneSettings["inbound"] => [
  ...inbound.filter(({ number }) => number !== everyOther),
  inbound.find(({ number }) => number === everyOther) ?? {
    number: everyOther,
    route: "agent",
    scriptId: null,
  },
];

type InboundCardProps = { settings: PhoneSettings; readOnly: boolean };

export const InboundCard = ({ settings: { inbound }, readOnly }: InboundCardProps) => {
  const { t } = useTranslation();
  const title = t("phone.inbound.title");
  const stored = useMemo<InboundSettings>(() => ({ inbound: withOthersLast(inbound) }), [inbound]);
  const { form, submit, refusal, isSaving } = usePhoneForm<InboundSettings>(stored, title);
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: "inbound" });
  const { data: scripts = [] } = useQuery(apiQuery(scriptsApi.list));
  // Without an account there are no numbers to suggest; any number can be entered.
  const { data: ownNumbers = [] } = useQuery({ ...apiQuery(integrationsApi.phoneNumbers), retry: false });
  const numbersId = useId();
  const entered = form.watch("inbound");
  const errors = form.formState.errors.inbound;

  return (
    <Card title={title} caption={t("phone.inbound.caption")}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <datalist id={numbersId}>
          {ownNumbers.map(({ phoneNumber, label }) => (
            <option key={phoneNumber} value={phoneNumber}>
              {label}
            </option>
          ))}
        </datalist>
        <fieldset disabled={readOnly} className="grid gap-4">
          <legend className="sr-only">{title}</legend>
          <ul className="grid gap-4">
            {fields.map((field, index) => {
              const row = entered[index] ?? field;
              const isOthers = row.number === everyOther;
              const name = isOthers ? t("phone.inbound.others") : row.number || t("phone.inbound.newNumber");
              return (
                <li
                  key={field.id}
                  className="grid gap-x-4 gap-y-3 border-line border-b pb-4 last:border-b-0 last:pb-0 sm:grid-cols-2 lg:grid-cols-[minmax(0,16rem)_minmax(0,18rem)_minmax(0,1fr)]"
                >
                  {isOthers ? (
                    <p className="self-start font-[540] text-sm sm:max-lg:col-span-2 lg:pt-8">{name}</p>
                  ) : (
                    <Field
                      label={t("phone.inbound.number")}
                      required
                      error={errors?.[index]?.number?.message}
                      aside={
                        !readOnly && (
                          <button
                            type="button"
                            aria-label={t("phone.inbound.remove", { number: name })}
                            onClick={() => remove(index)}
                            className="-my-0.5 min-h-6 rounded px-1.5 text-soft text-xs hover:text-ink hover:underline"
                          >
                            {t("form.remove")}
                          </button>
                        )
                      }
                    >
                      <Input
                        type="tel"
                        list={numbersId}
                        placeholder="+1 787 555 0148"
                        autoComplete="off"
                        aria-label={t("phone.inbound.numberNamed", { position: index + 1 })}
                        {...form.register(`inbound.${index}.number`, {
                          setValueAs: (value) => (value === everyOther ? value : compactNumber(value)),
                          validate: (value) => value !== "" || t("validation.required"),
                        })}
                      />
                    </Field>
                  )}
                  <Field label={t("phone.inbound.route")} hint={t(`phone.routeHint.${row.route}`)}>
                    <Select
                      aria-label={t("phone.inbound.routeNamed", { number: name })}
                      {...form.register(`inbound.${index}.route`)}
                    >
                      {inboundRoutes.map((route) => (
                        <option key={route} value={route}>
                          {t(`phone.route.${route}`)}
                        </option>
                      ))}
                    </Select>
                  </Field>
                  {row.route === "agent" && (
                    <Field
                      label={t("phone.inbound.script")}
                      error={errors?.[index]?.scriptId?.message}
                      className="lg:max-w-80"
                    >
                      <Select
                        aria-label={t("phone.inbound.scriptNamed", { number: name })}
                        value={row.scriptId ?? ""}
                        onChange={({ target: { value } }) =>
                          form.setValue(`inbound.${index}.scriptId`, value || null, { shouldDirty: true })
                        }
                      >
                        <option value="">{t("phone.inbound.noScript")}</option>
                        {scripts.map((script) => (
                          <option key={script.id} value={script.id}>
                            {script.name}
                          </option>
                        ))}
                      </Select>
                    </Field>
                  )}
                </li>
              );
            })}
          </ul>
          {!readOnly && (
            <Button
              size="sm"
              className="w-fit"
              disabled={fields.length >= maxNumbers}
              onClick={() => insert(fields.length - 1, { number: "", route: "agent", scriptId: null })}
            >
              <Plus aria-hidden="true" />
              {t("phone.inbound.add")}
            </Button>
          )}
        </fieldset>
        <FormEnd
          title={title}
          readOnly={readOnly}
          isDirty={form.formState.isDirty}
          isSaving={isSaving}
          refusal={refusal}
        />
      </form>
    </Card>
  );
};
