import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type EventSubscription, webhooksApi } from "#contract/webhooks.ts";
import type { Audience } from "#domain/audience/audience.ts";
import type { WebhookEventType } from "#domain/webhooks/event-kinds.ts";
import { AudienceCount } from "#web/components/audience/audience-count.tsx";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EventPicker } from "./event-picker.tsx";
import { ShownSecret } from "./shown-secret.tsx";

const FilterBuilder = lazy(async () => ({
  default: (await import("#web/components/audience/filter-builder.tsx")).FilterBuilder,
}));

type WebhookDialogProps = { subscription: EventSubscription | undefined; onClose: () => void };

/** Adds a subscription, whose secret it then shows, or changes one. */
export const WebhookDialog = ({ subscription, onClose }: WebhookDialogProps) => {
  const { t } = useTranslation();
  const create = useApiMutation(webhooksApi.create);
  const update = useApiMutation(webhooksApi.update);
  const [name, setName] = useState(subscription?.name ?? "");
  const [url, setUrl] = useState(subscription?.url ?? "");
  const [events, setEvents] = useState<WebhookEventType[]>(
    subscription?.events ?? ["person.created", "person.updated"],
  );
  const [audience, setAudience] = useState<Audience | undefined>(subscription?.audience ?? undefined);
  const [isDirty, setIsDirty] = useState(false);
  const [secret, setSecret] = useState<string>();
  const saving = subscription ? update : create;
  const issue = (path: string): string | undefined =>
    saving.error instanceof ApiError
      ? saving.error.problem?.issues?.find((one) => one.path.startsWith(path))?.message
      : undefined;
  const hasIssue = ["name", "url", "events", "audience"].some((path) => issue(path));
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setIsDirty(true);
      set(value);
    };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name, url, events, audience: audience ?? null };
    try {
      if (subscription) {
        const { id, updatedAt } = subscription;
        await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } });
        toast({ title: t("success.title"), description: t("webhooks.saved", { name }) });
        onClose();
      } else {
        const made = await create.mutateAsync({ body });
        setIsDirty(false);
        setSecret(made.secret);
      }
    } catch {
      // The error is shown in the form.
    }
  };

  return (
    <FormDialog
      title={secret ? t("webhooks.secret") : t(subscription ? "webhooks.edit" : "webhooks.add")}
      description={secret ? undefined : t("webhooks.addText")}
      dirty={isDirty}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      {(cancel) =>
        secret ? (
          <ShownSecret secret={secret} onClose={onClose} />
        ) : (
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
            <Field label={t("webhooks.name")} required hint={t("webhooks.nameHint")} error={issue("name")}>
              <Input
                value={name}
                autoComplete="off"
                onChange={(event) => edit(setName)(event.target.value)}
              />
            </Field>
            <Field label={t("webhooks.url")} required hint={t("webhooks.urlHint")} error={issue("url")}>
              <Input
                value={url}
                type="url"
                inputMode="url"
                spellCheck={false}
                autoComplete="off"
                placeholder="https://hooks.example.com/faro"
                onChange={(event) => edit(setUrl)(event.target.value)}
              />
            </Field>
            <EventPicker value={events} onChange={edit(setEvents)} error={issue("events")} />
            <section aria-label={t("webhooks.audience")} className="grid gap-2">
              <p className="flex flex-wrap items-baseline gap-x-2 font-[540] text-sm">
                {t("webhooks.audience")}
                <span className="font-normal text-faint text-xs">{t("webhooks.audienceHint")}</span>
              </p>
              <div className="rounded-lg border border-line p-3.5">
                <Suspense fallback={<Skeleton className="h-9" />}>
                  <FilterBuilder value={audience} onChange={edit(setAudience)} />
                </Suspense>
                {audience && (
                  <div className="mt-3">
                    <AudienceCount audience={audience} />
                  </div>
                )}
              </div>
              {issue("audience") && (
                <p role="alert" className="text-bad text-xs">
                  {issue("audience")}
                </p>
              )}
            </section>
            {saving.error && !hasIssue && (
              <FormAlert>{serverMessage(saving.error) ?? t("webhooks.saveFailed")}</FormAlert>
            )}
            <DialogActions>
              <Button onClick={cancel}>{t("action.cancel")}</Button>
              <Button type="submit" variant="primary" disabled={saving.isPending || events.length === 0}>
                {subscription ? t("action.save") : t("webhooks.add")}
              </Button>
            </DialogActions>
          </form>
        )
      }
    </FormDialog>
  );
};
