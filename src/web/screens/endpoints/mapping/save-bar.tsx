import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import type { Mapping } from "./use-mapping.ts";

/** Stays in view at the foot of the fields: what is unsaved, what was refused, and what to do after a save. */
export const SaveBar = ({ mapping, onReplay }: { mapping: Mapping; onReplay: () => void }) => {
  const { t } = useTranslation();
  const { dirty, usable, busy, saved, refusal, load, save } = mapping;
  return (
    <div
      className={cn(
        "-mx-4 -mb-4 grid gap-3 rounded-b-card border-line border-t bg-panel px-4 py-3",
        dirty && "sticky bottom-0",
      )}
    >
      {refusal && (
        <FormAlert
          action={
            refusal.outdated && (
              <Button size="sm" onClick={load}>
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
          {dirty ? (
            t("endpoints.mapping.unsaved")
          ) : saved ? (
            <>
              {t("endpoints.mapping.savedText")}{" "}
              <button type="button" onClick={onReplay} className="rounded text-sea hover:underline">
                {t("endpoints.mapping.toReplay")}
              </button>
            </>
          ) : null}
        </p>
        {dirty && <Button onClick={load}>{t("endpoints.mapping.revert")}</Button>}
        <Button variant="primary" disabled={!dirty || !usable || busy} onClick={() => void save()}>
          {t(busy ? "action.saving" : "endpoints.mapping.save")}
        </Button>
      </div>
    </div>
  );
};
