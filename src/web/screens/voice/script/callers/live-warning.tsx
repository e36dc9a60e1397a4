import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TestCaller } from "#contract/test-callers.ts";
import { Button } from "#web/ui/button.tsx";

type LiveWarningProps = { failing: readonly TestCaller[]; onShow: () => void };

/** Shown before changes of an enabled script are saved, which puts them into calls. It does not hinder that. */
export const LiveWarning = ({ failing, onShow }: LiveWarningProps) => {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-48 break-words">
        {t("callers.beforeLive", {
          count: failing.length,
          names: failing.map(({ name }) => t("scriptEditor.quote", { text: name })).join(", "),
        })}
      </p>
      <Button size="sm" onClick={onShow}>
        {t("callers.show")}
      </Button>
    </div>
  );
};
