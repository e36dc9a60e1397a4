import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";

export const Loading = () => {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        {t("loading")}
      </p>
    </main>
  );
};
