import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MessageTemplate, type TemplateInput, templates } from "#contract/templates.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TemplateDialog } from "./template-dialog.tsx";
import { TemplateGroup } from "./template-group.tsx";

/** Opened: one that exists, or the beginnings of a new one. */
export type OpenTemplate = { template: MessageTemplate } | { defaults: Partial<TemplateInput> };

const groupByName = (list: MessageTemplate[]): [string, MessageTemplate[]][] => [
  ...Map.groupBy(list, ({ name }) => name),
];

export const TemplatesTab = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const { data, error, refetch } = useQuery(query(templates.list));
  const [openTemplate, setOpenTemplate] = useState<OpenTemplate>();
  useCommands(
    useMemo(
      () =>
        mayChange
          ? [{ id: "templates add", label: t("templates.add"), run: () => setOpenTemplate({ defaults: {} }) }]
          : [],
      [t, mayChange],
    ),
  );
  const addButton = mayChange && (
    <Button variant="primary" className="ml-auto" onClick={() => setOpenTemplate({ defaults: {} })}>
      <Plus aria-hidden="true" />
      {t("templates.add")}
    </Button>
  );
  const groups = useMemo(() => data && groupByName(data), [data]);

  return (
    <div className="grid gap-4">
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !groups ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          {["a", "b", "c", "d"].map((card) => (
            <Skeleton key={card} className="h-40 rounded-card" />
          ))}
        </div>
      ) : groups.length === 0 ? (
        <Card>
          <EmptyState
            icon={MessageSquareText}
            title={t("templates.empty")}
            text={t("templates.emptyText")}
            action={addButton}
          />
        </Card>
      ) : (
        <>
          <div className="flex min-h-9 items-center gap-3">
            <p className="text-sm text-soft tabular-nums">
              {t("templates.count", { count: groups.length, shown: format.number(groups.length) })}
            </p>
            {addButton}
          </div>
          <div className="grid gap-4 lg:grid-cols-2">
            {groups.map(([name, list]) => (
              <TemplateGroup key={name} name={name} templates={list} onOpen={setOpenTemplate} />
            ))}
          </div>
        </>
      )}
      {openTemplate && <TemplateDialog {...openTemplate} onClose={() => setOpenTemplate(undefined)} />}
    </div>
  );
};
