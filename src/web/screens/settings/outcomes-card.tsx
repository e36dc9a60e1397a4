import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { learningApi } from "#contract/learning.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { maxOutcomeDays, minOutcomeDays, type OutcomeDays } from "#domain/scoring/outcome-settings.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const OutcomesForm = ({ stored, readOnly }: { stored: OutcomeDays; readOnly: boolean }) => {
  const { t } = useTranslation();
  const save = useApiMutation(learningApi.saveOutcomes);
  const form = useStoredForm<OutcomeDays>(stored);
  const { refusal, refuse, clear } = useSaveError(form.setError, scoreNames);
  const service = t("settings.outcomes.title");

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      form.reset(await save.mutateAsync({ body }));
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service }) });
    } catch (error) {
      refuse(error, t("settings.configurationFailed", { service }));
    }
  });

  const validate = (days: number): string | true => {
    if (!Number.isInteger(days)) return t("validation.number");
    if (days < minOutcomeDays) return t("validation.atLeast", { min: minOutcomeDays });
    return days <= maxOutcomeDays || t("validation.atMost", { max: maxOutcomeDays });
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset disabled={readOnly} className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
        <legend className="sr-only">{service}</legend>
        {scoreNames.map((name) => (
          <Field
            key={name}
            label={t(`settings.outcomes.${name}`)}
            hint={t(`settings.outcomes.${name}Hint`)}
            error={form.formState.errors[name]?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={minOutcomeDays}
              max={maxOutcomeDays}
              step={1}
              autoComplete="off"
              {...form.register(name, { valueAsNumber: true, validate })}
            />
          </Field>
        ))}
      </fieldset>
      {refusal && <FormAlert>{refusal.message}</FormAlert>}
      {readOnly ? (
        <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
      ) : (
        <div className="flex justify-end border-line border-t pt-4">
          <Button
            type="submit"
            variant="primary"
            disabled={save.isPending}
            aria-label={save.isPending ? undefined : t("settings.saveNamed", { service })}
          >
            {save.isPending ? t("action.saving") : t("action.save")}
          </Button>
        </div>
      )}
    </form>
  );
};

/** Within how many days the outcomes of the scores must happen. */
export const OutcomesCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(learningApi.outcomes));
  return (
    <Card title={t("settings.outcomes.title")} caption={t("settings.outcomes.caption")}>
      {data ? (
        <OutcomesForm stored={data} readOnly={readOnly} />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-3" aria-busy="true">
          {scoreNames.map((name) => (
            <Skeleton key={name} className="h-20" />
          ))}
        </div>
      )}
    </Card>
  );
};
