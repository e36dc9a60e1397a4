import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { n8nSnippet } from "./n8n-snippet.ts";
import type { WebhookSender } from "./sender.ts";
import { curlSnippet, scriptSnippet } from "./snippets.ts";

type SnippetId = "curl" | "javascript" | "n8n";

/** The same sender in three ways, each ready to take along. */
export const SnippetTabs = ({
  sender,
  hasPlaceholders,
}: {
  sender: WebhookSender;
  hasPlaceholders: boolean;
}) => {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<SnippetId>("curl");
  const n8n = n8nSnippet(sender);
  const snippets: [SnippetId, string][] = [
    ["curl", curlSnippet(sender)],
    ["javascript", scriptSnippet(sender)],
    ...(n8n === undefined ? [] : [["n8n", n8n] satisfies [SnippetId, string]]),
  ];
  return (
    <div className="grid gap-3">
      {hasPlaceholders && <p className="text-sm text-soft">{t("endpoints.setup.placeholders")}</p>}
      <Tabs
        label={t("endpoints.setup.snippets")}
        value={snippets.some(([id]) => id === selected) ? selected : "curl"}
        onChange={setSelected}
        tabs={snippets.map(([id, code]) => ({
          id,
          label: t(`endpoints.setup.${id}`),
          content: (
            <div className="grid gap-2">
              {id === "n8n" && <p className="text-sm text-soft">{t("endpoints.setup.n8nHint")}</p>}
              <CodeBlock
                code={code}
                label={t("endpoints.setup.copySnippet", { name: t(`endpoints.setup.${id}`) })}
              />
            </div>
          ),
        }))}
      />
    </div>
  );
};
