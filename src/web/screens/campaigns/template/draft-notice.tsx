import { useTranslation } from "react-i18next";
import type { MessageTemplateRecord } from "#contract/templates.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import type { TemplateEditing } from "./use-template-draft.ts";

/** A new template is saved; one that is stored gets a draft, or other words. */
export const SaveButtons = ({ editing }: { editing: TemplateEditing }) => {
  const { t } = useTranslation();
  const { base, isDirty, isUnread, isBusy, shown } = editing;
  const isDraft = base?.draft != null && shown === "draft";
  return (
    <>
      {base && (
        <Button disabled={!isDirty || isUnread || isBusy} onClick={() => void editing.saveDraft(base)}>
          {t("templates.saveDraft")}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={!(isDirty || isDraft) || isUnread || isBusy}
        onClick={() => void editing.use()}
      >
        {isBusy ? t("action.saving") : t(base ? "templates.useVersion" : "action.save")}
      </Button>
    </>
  );
};

type DraftNoticeProps = { editing: TemplateEditing; base: MessageTemplateRecord; mayChange: boolean };

/** Which of the two the page shows, the draft or what messages say, and the way to the other. */
export const DraftNotice = ({ editing, base, mayChange }: DraftNoticeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { draft, version: number } = base;
  if (!draft) return null;
  const at = format.dateTime(draft.savedAt);
  const text = draft.savedBy
    ? t("templates.draftBy", { name: draft.savedBy, at, number })
    : t("templates.draftOf", { at, number });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sea-tint px-3 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {editing.shown === "draft" ? text : t("templates.inUseShown", { number })}
      </p>
      {editing.shown === "draft" ? (
        <>
          <Button size="sm" onClick={() => editing.show("inUse")}>
            {t("templates.showInUse", { number })}
          </Button>
          {mayChange && (
            <Button
              size="sm"
              variant="ghost"
              disabled={editing.isBusy}
              onClick={() => void editing.discardDraft(base)}
            >
              {t("templates.discardDraft")}
            </Button>
          )}
        </>
      ) : (
        <Button size="sm" onClick={() => editing.show("draft")}>
          {t("templates.showDraft")}
        </Button>
      )}
    </div>
  );
};
