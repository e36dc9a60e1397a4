import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import type { MappingEditor } from "./use-mapping.ts";

/** Stays in view at the foot of the fields: what is unsaved, what was refused, and what to do after a save. */
export const SaveBar = ({ editor, onReplay }: { editor: MappingEditor; onReplay: () => void }) => {
  const { t } = useTranslation();
  const { isDirty, isValid, isSaving, isSaved, refusal, loadStored, save } = editor;
  return (
    <div
      className={cn(
        "-mx-4 -mb-4 grid gap-3 rounded-b-card border-line border-t bg-panel px-4 py-3",
        isDirty && "sticky bottom-0",
      )}
    >
      {refusal && (
        <FormAlert
          action={
            refusal.outdated && (
              <Button size="sm" onClick={loadStored}>
                {t("endpoints.loadNewest")}
              </Button>
            )
          }
        >
          {refusal.message}
        </FormAlert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto min-w-0 flex-1 basis-40 text-sm text-soft">
          {isDirty ? (
            t("endpoints.mapping.unsaved")
          ) : isSaved ? (
            <>
              {t("endpoints.mapping.savedText")}{" "}
              <button type="button" onClick={onReplay} className="rounded text-sea hover:underline">
                {t("endpoints.mapping.toReplay")}
              </button>
            </>
          ) : null}
        </p>
        {isDirty && <Button onClick={loadStored}>{t("endpoints.mapping.revert")}</Button>}
        <Button variant="primary" disabled={!isDirty || !isValid || isSaving} onClick={() => void save()}>
          {t(isSaving ? "action.saving" : "endpoints.mapping.save")}
        </Button>
      </div>
    </div>
  );
};
