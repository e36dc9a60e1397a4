import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { oauthApi } from "#contract/oauth.ts";
import { settingsApi } from "#contract/settings.ts";
import { tokenScopes } from "#domain/api-access/token.ts";
import { mcpTools } from "#domain/mcp/tools.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Switch } from "#web/ui/switch.tsx";

const placeholder = "faro_…";
const authorization = { Authorization: `Bearer ${placeholder}` };
const toJson = (value: object) => JSON.stringify(value, null, 2);

/** What each assistant wants to be told. */
const clients = {
  claude: {
    label: "Claude Code",
    config: (url: string) =>
      `claude mcp add --transport http faro ${url} --header "Authorization: Bearer ${placeholder}"`,
  },
  cursor: {
    label: "Cursor",
    config: (url: string) => toJson({ mcpServers: { faro: { url, headers: authorization } } }),
  },
  vscode: {
    label: "VS Code",
    config: (url: string) =>
      toJson({
        inputs: [{ id: "faro-token", type: "promptString", description: "Faro token", password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it
        servers: { faro: { type: "http", url, headers: { Authorization: "Bearer ${input:faro-token}" } } },
      }),
  },
} as const;
type ClientId = keyof typeof clients;
const clientIds = Object.keys(clients) as ClientId[];

const toolsOf = (scope: string | null): string[] =>
  mcpTools.filter((tool) => tool.scope === scope).map(({ name }) => name);

/** Whether assistants may sign in themselves, which those need that take no token, such as Claude and ChatGPT. */
const SignInSwitch = () => {
  const { t } = useTranslation();
  const mayChange = useMay("settings", "manage");
  const { data } = useQuery(apiQuery(oauthApi.status));
  const save = useApiMutation(settingsApi.saveSecurity);
  if (!data) return null;
  const change = async (assistantSignIn: boolean) => {
    try {
      await save.mutateAsync({ body: { assistantSignIn } });
      toast({
        title: t("success.title"),
        description: t("settings.configurationSaved", { service: t("api.mcp.title") }),
      });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("settings.configurationFailed", { service: t("api.mcp.title") }),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label={t("api.mcp.signIn")}
        hint={t(data.address === null ? "api.mcp.signInNoAddress" : "api.mcp.signInHint")}
      >
        <Switch
          checked={data.isOn}
          disabled={!mayChange || save.isPending || (data.address === null && !data.isOn)}
          onCheckedChange={(checked) => void change(checked)}
        />
      </Field>
      {data.isOn && data.address !== null && (
        <Field label={t("api.mcp.signInAddress")}>
          <CopyField value={data.address} />
        </Field>
      )}
    </div>
  );
};

/** How AI assistants are connected, and what each scope lets them do. */
export const McpCard = () => {
  const { t } = useTranslation();
  const [client, setClient] = useState<ClientId>("claude");
  const url = `${window.location.origin}/mcp/key`;
  const rows = [null, ...tokenScopes]
    .map((scope) => ({ scope, tools: toolsOf(scope) }))
    .filter(({ tools }) => tools.length > 0);
  return (
    <Card title={t("api.mcp.title")} caption={t("api.mcp.text")}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SignInSwitch />
        <Field label={t("api.mcp.address")}>
          <CopyField value={url} />
        </Field>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="font-medium text-sm">{t("api.mcp.setup")}</p>
            <SegmentedControl
              label={t("api.mcp.client")}
              options={clientIds.map((id) => ({ id, label: clients[id].label }))}
              value={client}
              onChange={setClient}
            />
          </div>
          <CodeBlock code={clients[client].config(url)} label={t("api.mcp.copy")} />
          <p className="text-faint text-xs">
            {t("api.mcp.steps")} {t("api.mcp.approvals")}{" "}
            <Link href="/approvals" className="text-sea underline">
              {t("screen.approvals.full")}
            </Link>
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <p className="font-medium text-sm">{t("api.mcp.tools")}</p>
          <dl className="divide-y divide-line rounded-lg border border-line text-sm">
            {rows.map(({ scope, tools }) => (
              <div
                key={scope ?? ""}
                className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[180px_minmax(0,1fr)]"
              >
                <dt>{scope === null ? t("api.mcp.always") : <code className="text-xs">{scope}</code>}</dt>
                <dd className="break-words text-soft text-xs leading-5">{tools.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Card>
  );
};
