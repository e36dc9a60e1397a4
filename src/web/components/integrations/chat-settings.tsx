import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { chatRouteKinds, type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import type { ChatService } from "#domain/integrations/integration-work.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { Input } from "#web/ui/input.tsx";
import { PanelSection } from "./settings-panel.tsx";

type RouteKind = (typeof chatRouteKinds)[number];

/** Those about conversations first: they are what a team wants in a chat. */
const conversationKinds: readonly RouteKind[] = [
  "reply_received",
  "handoff_asked",
  "rule",
  "review_needed",
  "task_due",
  "approval_waiting",
];
const otherKinds = chatRouteKinds.filter((kind) => !conversationKinds.includes(kind));

type RowProps = {
  label: string;
  name: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
};

const Row = ({ label, name, placeholder, value, onChange }: RowProps) => (
  <li className="grid items-center gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[minmax(0,1fr)_14rem]">
    <span className="min-w-0 text-sm">{label}</span>
    <Input
      value={value}
      aria-label={name}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      className="h-8 max-sm:h-9"
      onChange={(event) => onChange(event.target.value)}
    />
  </li>
);

type ChatSettingsProps = { work: WorkIntegration; service: ChatService; label: string };

/** Which notices go where, and whose accounts are whose. */
export const ChatSettings = ({ work, service, label }: ChatSettingsProps) => {
  const { t } = useTranslation();
  const save = useApiMutation(workIntegrationsApi.saveChat);
  const [channels, setChannels] = useState<Partial<Record<RouteKind, string>>>(
    Object.fromEntries(work.routes.map(({ kind, channel }) => [kind, channel])),
  );
  const [accounts, setAccounts] = useState<Record<string, string>>(
    Object.fromEntries(work.users.map(({ id, externalId }) => [id, externalId ?? ""])),
  );
  const kindLabel = (kind: RouteKind): string =>
    kind === "rule" ? t("workIntegration.routes.rule") : t(`workIntegration.notice.${kind}`);
  const [showsOthers, setShowsOthers] = useState(work.routes.some(({ kind }) => otherKinds.includes(kind)));
  const routeRow = (kind: RouteKind) => (
    <Row
      key={kind}
      label={kindLabel(kind)}
      name={t("workIntegration.routes.channel", { kind: kindLabel(kind) })}
      placeholder={t(`workIntegration.routes.placeholder.${service}`)}
      value={channels[kind] ?? ""}
      onChange={(text) => setChannels({ ...channels, [kind]: text })}
    />
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const routes = chatRouteKinds.flatMap((kind) => {
      const channel = channels[kind]?.trim();
      return channel ? [{ kind, channel }] : [];
    });
    const users = Object.entries(accounts).flatMap(([userId, text]) =>
      text.trim() === "" ? [] : [{ userId, externalId: text.trim() }],
    );
    save.mutate(
      { params: { service }, body: { routes, users } },
      {
        onSuccess: () =>
          toast({ title: t("success.title"), description: t("workIntegration.saved", { label }) }),
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: t("workIntegration.failed"),
            detail: serverMessage(error),
            variant: "destructive",
          }),
      },
    );
  };

  return (
    <form onSubmit={submit} className="grid min-w-0 gap-7">
      <PanelSection
        title={t("workIntegration.routes.title")}
        hint={t(service === "slack" ? "workIntegration.routes.hint" : "workIntegration.routes.hintTelegram")}
      >
        <ul className="grid">{conversationKinds.map(routeRow)}</ul>
        <Collapsible
          title={t("workIntegration.routes.more")}
          open={showsOthers}
          onToggle={setShowsOthers}
          className="px-3 py-1.5"
        >
          <ul className="grid">{otherKinds.map(routeRow)}</ul>
        </Collapsible>
      </PanelSection>
      <PanelSection
        title={t("workIntegration.users.title")}
        hint={t(`workIntegration.users.hint.${service}`)}
      >
        <ul className="grid">
          {work.users.map(({ id, name }) => (
            <Row
              key={id}
              label={name}
              name={t("workIntegration.users.label", { name })}
              placeholder={t(`workIntegration.users.placeholder.${service}`)}
              value={accounts[id] ?? ""}
              onChange={(text) => setAccounts({ ...accounts, [id]: text })}
            />
          ))}
        </ul>
      </PanelSection>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? t("action.saving") : t("workIntegration.save")}
        </Button>
      </div>
    </form>
  );
};
