import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { AiProvider } from "#contract/ai-providers.ts";
import { isAzureUrl, isPlainBaseUrl, normalizeBaseUrl } from "#domain/ai/compatible.ts";
import type { SchemaValues } from "#web/lib/json-schema.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { readAddress } from "./server-values.ts";

type Form = UseFormReturn<SchemaValues>;
const example = "http://localhost:11434/v1";
/** As the API accepts it. */
const maxPrice = 100_000;

const isBaseUrl = (text: string): boolean => /^https?:\/\//i.test(text) && isPlainBaseUrl(text);

/** Where the server is. Azure's addresses may name a version of the API. */
export const ServerAddressFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation();
  const { baseUrl } = readAddress({ baseUrl: form.watch("baseUrl") });
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={t("settings.ai.baseUrl")}
        hint={t("settings.ai.baseUrlHint")}
        error={errors.baseUrl?.message}
      >
        <Input
          type="url"
          placeholder={example}
          maxLength={2048}
          autoComplete="off"
          spellCheck={false}
          {...form.register("baseUrl", {
            validate: (value) => {
              const text = String(value ?? "").trim();
              return text === "" || isBaseUrl(text) || t("validation.url");
            },
          })}
        />
      </Field>
      {baseUrl && isAzureUrl(baseUrl) && (
        <Field label={t("settings.ai.apiVersion")} hint={t("settings.ai.apiVersionHint")}>
          <Input maxLength={40} autoComplete="off" spellCheck={false} {...form.register("apiVersion")} />
        </Field>
      )}
    </>
  );
};

/** A typed model, with the list of the tested server, and what the test found out about it. */
export const ServerModelField = ({
  form,
  server,
}: {
  form: Form;
  server: NonNullable<AiProvider["server"]>;
}) => {
  const { t } = useTranslation();
  const listId = useId();
  const typed = readAddress({ baseUrl: form.watch("baseUrl") }).baseUrl;
  const model = String(form.watch("model") ?? "").trim();
  const isTested = server.found?.baseUrl === (typed && normalizeBaseUrl(typed));
  const found = isTested ? server.found : null;
  const abilities = found?.model === model ? found.abilities : null;
  return (
    <div className="grid gap-1.5">
      <Field label={t("settings.ai.model")} hint={t("settings.ai.serverModelHint")}>
        <Input
          list={listId}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          {...form.register("model")}
        />
      </Field>
      <datalist id={listId}>
        {found?.models.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      {abilities ? (
        <ul aria-label={t("settings.ai.found")} className="grid gap-0.5 text-soft text-xs">
          <li>{t(abilities.streams ? "settings.ai.streams" : "settings.ai.streamsNot")}</li>
          <li className={abilities.returnsJson ? undefined : "text-warn"}>
            {t(abilities.returnsJson ? "settings.ai.returnsJson" : "settings.ai.returnsJsonNot")}
          </li>
        </ul>
      ) : (
        model !== "" && <p className="text-faint text-xs">{t("settings.ai.notTested")}</p>
      )}
    </div>
  );
};

export const ServerPriceFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["inputPrice", "outputPrice"] as const).map((price) => (
        <Field
          key={price}
          label={t(`settings.ai.${price}`)}
          hint={t("settings.ai.priceHint")}
          error={form.formState.errors[price]?.message}
        >
          <Input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...form.register(price, {
              validate: (value) => {
                const amount = Number(String(value ?? "").trim());
                if (!Number.isFinite(amount)) return t("validation.number");
                if (amount < 0) return t("validation.atLeast", { min: 0 });
                return amount <= maxPrice || t("validation.atMost", { max: maxPrice });
              },
            })}
          />
        </Field>
      ))}
    </div>
  );
};
