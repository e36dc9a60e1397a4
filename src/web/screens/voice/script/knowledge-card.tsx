import { FileText, MessageCircleQuestion, Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { KnowledgeListEntry } from "#contract/knowledge.ts";
import { serverMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type AttachedEntry = Pick<KnowledgeListEntry, "id" | "kind" | "title">;

type KnowledgeCardProps = {
  /** Undefined while they load. */
  entries: readonly AttachedEntry[] | undefined;
  error: unknown;
  onRetry: () => void;
  attached: readonly string[];
  readOnly: boolean;
  onChange: (ids: string[]) => void;
};

/** What the agent may answer from. Without a choice it is the whole knowledge base. */
export const KnowledgeCard = (props: KnowledgeCardProps) => {
  const { entries, error, onRetry, attached, readOnly, onChange } = props;
  const { t } = useTranslation();
  const others = entries?.filter(({ id }) => !attached.includes(id)) ?? [];
  return (
    <Card title={t("scriptEditor.knowledge.title")} caption={t("scriptEditor.knowledge.caption")}>
      {entries ? (
        <div className="grid gap-3">
          {entries.length === 0 && attached.length === 0 ? (
            <p className="text-faint text-sm">
              {t("scriptEditor.knowledge.none")}{" "}
              <Link href="/settings?tab=scripts" className="text-sea hover:underline">
                {t("scriptEditor.knowledge.manage")}
              </Link>
            </p>
          ) : attached.length === 0 ? (
            <p className="text-faint text-sm">{t("scriptEditor.knowledge.all", { count: entries.length })}</p>
          ) : (
            <ul className="-mx-4 divide-y divide-line border-line border-y">
              {attached.map((id) => {
                const entry = entries.find((each) => each.id === id);
                const title = entry?.title ?? t("scriptEditor.knowledge.gone");
                const Icon = entry?.kind === "question" ? MessageCircleQuestion : FileText;
                return (
                  <li key={id} className="flex min-h-11 items-center gap-2.5 pr-2 pl-4 text-sm">
                    <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
                    <span className={`min-w-0 flex-1 break-words ${entry ? "" : "text-warn"}`}>{title}</span>
                    {!readOnly && (
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={t("form.removeNamed", { name: title })}
                        onClick={() => onChange(attached.filter((each) => each !== id))}
                      >
                        <X aria-hidden="true" />
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
          {!readOnly && others.length > 0 && (
            <Select
              aria-label={t("scriptEditor.knowledge.add")}
              icon={<Plus className="size-4" />}
              wrapperClassName="sm:max-w-sm"
              value=""
              onChange={(event) => event.target.value && onChange([...attached, event.target.value])}
            >
              <option value="">{t("scriptEditor.knowledge.add")}</option>
              {others.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          )}
        </div>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-11" />
      )}
    </Card>
  );
};
