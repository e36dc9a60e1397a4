import { LayoutTemplate, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { titleOfName } from "#domain/messages/template-title.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";

type ApprovedTemplateProps = { name: string; text: string; onRemove: () => void };

/** A template is sent as it was approved, so its text cannot be changed here. */
export const ApprovedTemplate = ({ name, text, onRemove }: ApprovedTemplateProps) => {
  const { t } = useTranslation();
  const titleOf = useTemplateTitle();
  return (
    <div className="px-3 pt-2.5 pb-1 text-[13.5px] leading-5">
      <p className="flex items-center gap-1.5 text-soft text-xs">
        <LayoutTemplate aria-hidden="true" className="size-3.5" />
        {t("inbox.texts.asApproved", { name: titleOf({ name, title: titleOfName(name) }) })}
        <button
          type="button"
          aria-label={t("inbox.texts.removeTemplate")}
          onClick={onRemove}
          className="grid size-5 place-items-center rounded hover:text-ink"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      </p>
      <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap break-words">{text}</p>
    </div>
  );
};
