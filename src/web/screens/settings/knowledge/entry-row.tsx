import { FileText, MessageCircleQuestionMark, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type KnowledgeListEntry, knowledgeApi } from "#contract/knowledge.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toPlainText } from "./plain-text.ts";

const formatDate = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));

/** Only what an operator must know: a draft, a period, or that it is not used today. */
const StateBadges = ({ entry }: { entry: KnowledgeListEntry }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { status, validity, validFrom, validTo } = entry;
  return (
    <>
      {status === "draft" && <Badge tone="warn">{t("knowledge.statuses.draft")}</Badge>}
      {validity === "expired" && validTo && (
        <Badge tone="bad">{t("knowledge.expired", { date: formatDate(validTo, locale) })}</Badge>
      )}
      {validity === "not_yet" && validFrom && (
        <Badge tone="warn">{t("knowledge.from", { date: formatDate(validFrom, locale) })}</Badge>
      )}
      {validity === "valid" && validTo && (
        <Badge>{t("knowledge.until", { date: formatDate(validTo, locale) })}</Badge>
      )}
    </>
  );
};

type EntryRowProps = { entry: KnowledgeListEntry; readOnly: boolean; onOpen: () => void };

export const EntryRow = ({ entry, readOnly, onOpen }: EntryRowProps) => {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const remove = useApiMutation(knowledgeApi.remove);
  const Icon = entry.kind === "document" ? FileText : MessageCircleQuestionMark;

  const confirmRemoval = async () => {
    try {
      await remove.mutateAsync({ params: { id: entry.id } });
      toast({ title: t("success.title"), description: t("knowledge.deleted") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("knowledge.deleteFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
    setConfirming(false);
  };

  return (
    <li className="relative flex items-start gap-3 py-3 pr-2 pl-4 hover:bg-hover">
      <Icon
        role="img"
        aria-label={t(`knowledge.kinds.${entry.kind}`)}
        className="mt-0.5 size-4 shrink-0 text-faint"
        strokeWidth={1.75}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The whole row opens the entry. */}
          <button
            type="button"
            onClick={onOpen}
            className="wrap-anywhere min-w-0 text-left font-[560] text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
          >
            {entry.title}
          </button>
          {entry.language && (
            <Badge>
              <abbr title={t(`script.languages.${entry.language}`)} className="no-underline">
                {entry.language.toUpperCase()}
              </abbr>
            </Badge>
          )}
          <StateBadges entry={entry} />
        </div>
        <p className="mt-0.5 line-clamp-2 text-sm text-soft sm:line-clamp-1">{toPlainText(entry.excerpt)}</p>
        {(entry.kind === "document" || entry.usedByScripts > 0) && (
          <p className="mt-1 text-faint text-xs">
            {[
              entry.kind === "document" && t("knowledge.passages", { count: entry.passages }),
              entry.usedByScripts > 0 && t("knowledge.usedBy", { count: entry.usedByScripts }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
      </div>
      {!readOnly && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("knowledge.deleteNamed", { title: entry.title })}
          onClick={() => setConfirming(true)}
          className="relative"
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          title={t("knowledge.confirmDelete")}
          text={[
            t("knowledge.confirmDeleteText", { title: entry.title }),
            entry.usedByScripts > 0 && t("knowledge.confirmDeleteUsed", { count: entry.usedByScripts }),
          ]
            .filter(Boolean)
            .join(" ")}
          confirm={t("script.delete")}
          busy={remove.isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={() => void confirmRemoval()}
        />
      )}
    </li>
  );
};
