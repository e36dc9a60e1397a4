import { Download, FileJson2, FileSpreadsheet } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { useTranslation } from "react-i18next";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { type AuditLogFilter, exportUrl } from "./use-audit.ts";

const exportFormats = [
  { id: "csv", icon: FileSpreadsheet },
  { id: "jsonl", icon: FileJson2 },
] as const;

/** Plain links: the browser writes the file as it arrives, however long the log is. */
export const ExportMenu = ({ filter }: { filter: AuditLogFilter }) => {
  const { t } = useTranslation();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button size="sm">
          <Download aria-hidden="true" />
          {t("compliance.export.label")}
        </Button>
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className="z-50 min-w-52 animate-rise rounded-xl border border-line bg-panel p-1 shadow-float"
      >
        {exportFormats.map(({ id, icon: Icon }) => (
          <Radix.Item key={id} asChild>
            <a
              href={exportUrl(id, filter)}
              download
              onClick={() =>
                toast({
                  title: t("compliance.export.started"),
                  description: t("compliance.export.startedText"),
                })
              }
              className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none data-[highlighted]:bg-hover"
            >
              <Icon aria-hidden="true" className="size-4 text-soft" />
              {t(`compliance.export.${id}`)}
            </a>
          </Radix.Item>
        ))}
        {isFiltered && (
          <p className="max-w-56 border-line border-t px-2.5 pt-2 pb-1.5 text-faint text-xs">
            {t("compliance.export.filtered")}
          </p>
        )}
      </Radix.Content>
    </Radix.Root>
  );
};
