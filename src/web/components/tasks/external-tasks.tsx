import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Plus, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ExternalTaskView, workIntegrationsApi } from "#contract/work-integrations.ts";
import type { AutomationService } from "#domain/integrations/integration-work.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";

const tones = { waiting: "quiet", open: "sea", completed: "ok", failed: "bad" } as const;

const TaskRow = ({ task }: { task: ExternalTaskView }) => {
  const { t } = useTranslation();
  const { title, state, url, error, label } = task;
  return (
    <li className="flex min-h-8 items-center gap-2 text-sm max-sm:min-h-9">
      <span className={cn("min-w-0 flex-1 break-words", state === "completed" && "text-faint line-through")}>
        {title}
      </span>
      <span title={error ?? undefined}>
        <Badge tone={tones[state]}>{t(`inbox.externalTask.state.${state}`)}</Badge>
      </span>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t("inbox.externalTask.link", { label })}
          className="shrink-0 text-faint hover:text-ink"
        >
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </li>
  );
};

type FormProps = { personId: string; service: string; label: string; onClose: () => void };

const ExternalTaskForm = ({ personId, service, label, onClose }: FormProps) => {
  const { t } = useTranslation();
  const [title, setTitle] = useState("");
  const add = useApiMutation(workIntegrationsApi.addTask);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    add.mutate(
      { params: { id: personId }, body: { service, title: title.trim() } },
      {
        onSuccess: () => {
          toast({ title: t("success.title"), description: t("inbox.externalTask.added", { label }) });
          onClose();
        },
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: serverMessage(error) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      className="mt-1.5 flex items-center gap-2"
    >
      <Input
        autoFocus
        value={title}
        maxLength={200}
        aria-label={t("inbox.externalTask.titleOf", { label })}
        placeholder={t("inbox.externalTask.titleOf", { label })}
        onChange={(event) => setTitle(event.target.value)}
        className="h-8 min-w-0 flex-1"
      />
      <Button size="sm" type="submit" variant="primary" disabled={title.trim() === "" || add.isPending}>
        {t("inbox.externalTask.save")}
      </Button>
    </form>
  );
};

const buttonClass = "mt-1 h-7 px-2 max-sm:h-9";

type AutomationMenuProps = {
  personId: string;
  automations: readonly { service: string; label: string }[];
};

/** Starts a workflow of another system with the person. */
const AutomationMenu = ({ personId, automations }: AutomationMenuProps) => {
  const { t } = useTranslation();
  const trigger = useApiMutation(workIntegrationsApi.trigger);
  const start = (service: AutomationService, label: string) =>
    trigger.mutate(
      { params: { id: personId }, body: { service } },
      {
        onSuccess: () =>
          toast({ title: t("success.title"), description: t("inbox.automation.sent", { label }) }),
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: serverMessage(error) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  return (
    <ActionMenu
      trigger={
        <Button size="sm" variant="ghost" className={buttonClass} disabled={trigger.isPending}>
          <Send aria-hidden="true" />
          {t("inbox.automation.send")}
        </Button>
      }
      actions={automations.map(({ service, label }) => ({
        id: service,
        label,
        run: () => start(service as AutomationService, label),
      }))}
    />
  );
};

/** Tasks about a person in other systems, and the buttons that make one. */
export const ExternalTasks = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const { data } = useQuery(apiQuery(workIntegrationsApi.listTasks, { params: { id: personId } }));
  const [adding, setAdding] = useState<string | null>(null);
  if (!data) return null;
  const chosen = data.services.find(({ service }) => service === adding);
  return (
    <>
      {data.tasks.length > 0 && (
        <ul className="grid">
          {data.tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
      {mayChange && chosen && (
        <ExternalTaskForm
          personId={personId}
          service={chosen.service}
          label={chosen.label}
          onClose={() => setAdding(null)}
        />
      )}
      {mayChange && (
        <div className="-ml-2 flex flex-wrap gap-x-1">
          {!chosen &&
            data.services.map(({ service, label }) => (
              <Button
                key={service}
                size="sm"
                variant="ghost"
                className={buttonClass}
                onClick={() => setAdding(service)}
              >
                <Plus aria-hidden="true" />
                {t("inbox.externalTask.add", { label })}
              </Button>
            ))}
          {data.automations.length > 0 && (
            <AutomationMenu personId={personId} automations={data.automations} />
          )}
        </div>
      )}
    </>
  );
};
