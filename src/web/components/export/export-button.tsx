import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import type { ExportedPeople } from "./export-dialog.tsx";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

type ExportButtonProps = {
  people: ExportedPeople;
  /** The columns that the list shows. */
  columns?: readonly string[] | undefined;
  count?: number | undefined;
  isAtLeast?: boolean;
  size?: "sm" | "md";
};

/** Opens the export of the people that a list shows or has selected. */
export const ExportButton = ({ size = "md", ...props }: ExportButtonProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={size}
        onClick={() => setOpen(true)}
        className={size === "sm" ? undefined : "max-sm:order-1 max-sm:size-9 max-sm:px-0"}
      >
        <Download aria-hidden="true" />
        <span className={size === "sm" ? undefined : "max-sm:sr-only"}>{t("exportPeople.button")}</span>
      </Button>
      <Suspense fallback={null}>
        {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};
