import { Download, FileCode2, FileJson2, FileSpreadsheet } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { useTranslation } from "react-i18next";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

const icons = { csv: FileSpreadsheet, csvMachine: FileCode2, jsonl: FileJson2 } as const;

export type ExportLink = { id: keyof typeof icons; href: string };

/** Addresses of a table as CSV, in the words of the interface and with the names of the API. */
export const csvLinks = (path: string, filter: string, language: string): ExportLink[] => {
  const words = new URLSearchParams(filter);
  words.set("names", "words");
  words.set("language", language);
  const machine = new URLSearchParams(filter);
  machine.set("names", "machine");
  return [
    { id: "csv", href: `${path}?${words}` },
    { id: "csvMachine", href: `${path}?${machine}` },
  ];
};

/** Plain download links let the browser stream an export of any size. */
export const ExportMenu = ({ links, isFiltered }: { links: readonly ExportLink[]; isFiltered: boolean }) => {
  const { t } = useTranslation();
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
        {links.map(({ id, href }) => {
          const Icon = icons[id];
          return (
            <Radix.Item key={id} asChild>
              <a
                href={href}
                download
                onClick={() =>
                  toast({
                    title: t("compliance.export.started"),
                    description: t(
                      isFiltered ? "compliance.export.filtered" : "compliance.export.startedText",
                    ),
                  })
                }
                className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none data-[highlighted]:bg-hover"
              >
                <Icon aria-hidden="true" className="size-4 text-soft" />
                {t(`compliance.export.${id}`)}
              </a>
            </Radix.Item>
          );
        })}
        {isFiltered && (
          <p className="max-w-56 border-line border-t px-2.5 pt-2 pb-1.5 text-faint text-xs">
            {t("compliance.export.filtered")}
          </p>
        )}
      </Radix.Content>
    </Radix.Root>
  );
};
