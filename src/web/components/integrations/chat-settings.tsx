import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import { type ChatRouteKind, chatRouteKinds, mayRouteToChat } from "#domain/integrations/chat-routes.ts";
import type { ChatService } from "#domain/integrations/integration-work.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { Input } from "#web/ui/input.tsx";
import { PanelSection } from "./settings-panel.tsx";

/** Those about conversations first: they are what a team wants in a chat. */
const conversationKinds: readonly ChatRouteKind[] = [
  "reply_received",
  "safety_alert",
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
  disabled: boolean;
  onChange: (text: string) => void;
};

const Row = ({ label, name, placeholder, value, disabled, onChange }: RowProps) => (
  <li className="grid items-center gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[minmax(0,1fr)_14rem]">
    <span className="min-w-0 text-sm">{label}</span>
    <Input
      value={value}
      disabled={disabled}
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

/** Whose accounts are whose; each user links their own. */
const LinkedAccounts = ({ work, service }: Pick<ChatSettingsProps, "work" | "service">) => {
  const { t } = useTranslation();
  const unlink = useApiMutation(workIntegrationsApi.unlinkUser);
  const run = (userId: string, name: string) =>
    unlink.mutate(
      { params: { service, userId } },
      {
        onSuccess: () =>
          toast({ title: t("success.title"), description: t("workIntegration.users.unlinked", { name }) }),
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: t("workIntegration.failed"),
            detail: serverMessage(error),
            variant: "destructive",
          }),
      },
    );
  const stateOf = ({ externalId, linkedAt }: WorkIntegration["users"][number]): string => {
    if (externalId === null) return t("workIntegration.users.none");
    return linkedAt === null ? t("workIntegration.users.entered", { account: externalId }) : externalId;
  };
  return (
    <PanelSection title={t("workIntegration.users.title")} hint={t(`workIntegration.users.hint.${service}`)}>
      <ul className="grid divide-y divide-line">
        {work.users.map((user) => (
          <li key={user.id} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">{user.name}</span>
            <span className="min-w-0 truncate text-faint">{stateOf(user)}</span>
            {user.externalId !== null && (
              <Button
                size="sm"
                disabled={unlink.isPending}
                aria-label={t("workIntegration.users.unlinkNamed", { name: user.name })}
                onClick={() => run(user.id, user.name)}
              >
                {t("workIntegration.users.unlink")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
};

/** Which notices go where, and who replies from the chat. */
export const ChatSettings = ({ work, service, label }: ChatSettingsProps) => {
  const { t } = useTranslation();
  const save = useApiMutation(workIntegrationsApi.saveChat);
  const [channels, setChannels] = useState<Partial<Record<ChatRouteKind, string>>>(
    Object.fromEntries(work.routes.map(({ kind, channel }) => [kind, channel])),
  );
  const { permissions } = useUser();
  const isForbidden = (kind: ChatRouteKind): boolean => !mayRouteToChat(permissions, kind);
  const kindLabel = (kind: ChatRouteKind): string =>
    kind === "rule" ? t("workIntegration.routes.rule") : t(`workIntegration.notice.${kind}`);
  const [showsOthers, setShowsOthers] = useState(work.routes.some(({ kind }) => otherKinds.includes(kind)));
  const routeRow = (kind: ChatRouteKind) => (
    <Row
      key={kind}
      label={kindLabel(kind)}
      name={t("workIntegration.routes.channel", { kind: kindLabel(kind) })}
      placeholder={t(`workIntegration.routes.placeholder.${service}`)}
      value={channels[kind] ?? ""}
      disabled={isForbidden(kind)}
      onChange={(text) => setChannels({ ...channels, [kind]: text })}
    />
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const routes = chatRouteKinds.flatMap((kind) => {
      const channel = channels[kind]?.trim();
      return channel ? [{ kind, channel }] : [];
    });
    save.mutate(
      { params: { service }, body: { routes } },
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
    <div className="grid min-w-0 gap-7">
      <form onSubmit={submit} className="grid min-w-0 gap-7">
        <PanelSection
          title={t("workIntegration.routes.title")}
          hint={t(
            service === "slack" ? "workIntegration.routes.hint" : "workIntegration.routes.hintTelegram",
          )}
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
          {chatRouteKinds.some(isForbidden) && (
            <p className="text-faint text-xs">{t("workIntegration.routes.forbidden")}</p>
          )}
        </PanelSection>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? t("action.saving") : t("workIntegration.save")}
          </Button>
        </div>
      </form>
      <LinkedAccounts work={work} service={service} />
    </div>
  );
};
