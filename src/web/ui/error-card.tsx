import { RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

type ErrorCardProps = { title: string; detail?: string | undefined; onRetry: () => void };

export const ErrorCard = ({ title, detail, onRetry }: ErrorCardProps) => {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-3 rounded-card border border-bad/35 bg-bad-tint px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-[600] text-bad text-sm">{title}</p>
        {detail && <p className="break-words text-ink text-sm">{detail}</p>}
      </div>
      <Button size="sm" onClick={onRetry}>
        <RefreshCw aria-hidden="true" />
        {t("action.retry")}
      </Button>
    </div>
  );
};
