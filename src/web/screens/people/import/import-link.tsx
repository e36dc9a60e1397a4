import { Upload } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useCommands } from "#web/lib/commands.ts";
import { Button } from "#web/ui/button.tsx";
import { importStartPath } from "./import-path.ts";

/** The way to the import, in the toolbar of the list and in the palette. */
export const ImportLink = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useCommands(
    useMemo(
      () => [{ id: "people import", label: t("import.command"), run: () => navigate(importStartPath) }],
      [t, navigate],
    ),
  );
  return (
    <Button asChild className="max-sm:order-1 max-sm:size-9 max-sm:px-0">
      <Link href={importStartPath}>
        <Upload aria-hidden="true" />
        <span className="max-sm:sr-only">{t("import.button")}</span>
      </Link>
    </Button>
  );
};
