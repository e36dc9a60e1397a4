import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { phoneApi } from "#contract/phone.ts";
import type { PhoneSettings, TransferTarget } from "#domain/voice/phone-settings.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { compactNumber } from "./use-phone-form.ts";

type TransferForm = UseFormReturn<
  Pick<PhoneSettings, "transferTargets" | "staffedFrom" | "staffedTo" | "staffedDays">
>;
const maxTargets = 10;

/** Errors of either kind of target, by field. */
type TargetErrors = Partial<Record<"label" | "number" | "extensionId", { message?: string | undefined }>>;

type TargetAddressProps = {
  form: TransferForm;
  index: number;
  target: TransferTarget;
  errors: TargetErrors | undefined;
};

const addressClass = "max-sm:order-2 max-sm:col-span-2";

const TargetAddress = ({ form, index, target, errors }: TargetAddressProps) => {
  const { t } = useTranslation();
  const { data: extensions = [] } = useQuery(apiQuery(phoneApi.extensions));
  const position = index + 1;
  const required = (value: string) => value !== "" || t("validation.required");
  if (target.kind === "number")
    return (
      <Field
        label={t("phone.transfer.number")}
        required
        error={errors?.number?.message}
        className={addressClass}
      >
        <Input
          type="tel"
          autoComplete="off"
          placeholder="+1 787 555 0148"
          aria-label={t("phone.transfer.numberNamed", { position })}
          {...form.register(`transferTargets.${index}.number`, {
            setValueAs: compactNumber,
            validate: required,
          })}
        />
      </Field>
    );
  return (
    <Field
      label={t("phone.transfer.extension")}
      required
      error={errors?.extensionId?.message}
      className={addressClass}
    >
      {/* Controlled, because its options are loaded after the value is known. */}
      <Select
        aria-label={t("phone.transfer.extensionNamed", { position })}
        value={target.extensionId}
        {...form.register(`transferTargets.${index}.extensionId`, { validate: required })}
      >
        <option value="">{t("phone.transfer.choose")}</option>
        {extensions.map(({ id, label, username, sipDomain }) => (
          <option key={id} value={id}>
            {`${label} (${username}@${sipDomain})`}
          </option>
        ))}
      </Select>
    </Field>
  );
};

type TransferTargetsProps = { form: TransferForm; readOnly: boolean };

/** Who is called, in order. */
export const TransferTargets = ({ form, readOnly }: TransferTargetsProps) => {
  const { t } = useTranslation();
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: "transferTargets" });
  const { data: extensions = [] } = useQuery(apiQuery(phoneApi.extensions));
  const [announcement, setAnnouncement] = useState("");
  const entered = form.watch("transferTargets");
  const errors = form.formState.errors.transferTargets;
  const isFull = fields.length >= maxTargets;
  const [firstExtension] = extensions;
  const nameOf = (index: number): string =>
    entered[index]?.label || t("phone.transfer.unnamed", { position: index + 1 });
  const moveTo = (from: number, to: number) => {
    setAnnouncement(t("phone.transfer.moved", { name: nameOf(from), position: to + 1 }));
    move(from, to);
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-[540] text-sm">{t("phone.transfer.targets")}</legend>
      <p className="text-faint text-xs">{t("phone.transfer.targetsHint")}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {fields.length === 0 ? (
        <p className="rounded-lg border border-line border-dashed px-3 py-4 text-sm text-soft">
          {t("phone.transfer.empty")}
        </p>
      ) : (
        <ol className="grid gap-3">
          {fields.map((field, index) => {
            const target = entered[index] ?? field;
            const rowErrors = errors?.[index] as TargetErrors | undefined;
            return (
              <li
                key={field.id}
                className="grid gap-x-3 gap-y-3 rounded-lg border border-line p-3 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[1.5rem_minmax(0,14rem)_minmax(0,22rem)_minmax(0,1fr)]"
              >
                <span
                  aria-hidden="true"
                  className="font-[600] text-faint text-sm tabular-nums max-sm:self-center sm:pt-8"
                >
                  {index + 1}
                </span>
                <Field
                  label={t("phone.transfer.name")}
                  required
                  error={rowErrors?.label?.message}
                  className="max-sm:order-1 max-sm:col-span-2"
                >
                  <Input
                    autoComplete="off"
                    maxLength={60}
                    aria-label={t("phone.transfer.nameNamed", { position: index + 1 })}
                    {...form.register(`transferTargets.${index}.label`, {
                      validate: (value) => value.trim() !== "" || t("validation.required"),
                    })}
                  />
                </Field>
                <TargetAddress form={form} index={index} target={target} errors={rowErrors} />
                {!readOnly && (
                  <div className="flex justify-end gap-1 sm:pt-6.5">
                    <Button
                      variant="ghost"
                      size="icon"
                      disabled={index === 0}
                      aria-label={t("phone.transfer.up", { name: nameOf(index) })}
                      onClick={() => moveTo(index, index - 1)}
                    >
                      <ArrowUp aria-hidden="true" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      disabled={index === fields.length - 1}
                      aria-label={t("phone.transfer.down", { name: nameOf(index) })}
                      onClick={() => moveTo(index, index + 1)}
                    >
                      <ArrowDown aria-hidden="true" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t("phone.transfer.remove", { name: nameOf(index) })}
                      onClick={() => remove(index)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            disabled={isFull}
            onClick={() => append({ kind: "number", label: "", number: "" })}
          >
            <Plus aria-hidden="true" />
            {t("phone.transfer.addNumber")}
          </Button>
          <Button
            size="sm"
            disabled={isFull || !firstExtension}
            aria-describedby={firstExtension ? undefined : "no-extensions"}
            onClick={() =>
              firstExtension &&
              append({ kind: "sip", label: firstExtension.label, extensionId: firstExtension.id })
            }
          >
            <Plus aria-hidden="true" />
            {t("phone.transfer.addExtension")}
          </Button>
          {!firstExtension && (
            <span id="no-extensions" className="text-faint text-xs">
              {t("phone.transfer.noExtensions")}
            </span>
          )}
        </div>
      )}
    </fieldset>
  );
};
