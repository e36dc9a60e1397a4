import { Link as LinkIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { findLongLinks, shortenLinks } from "#domain/messages/short-link.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";

type LongLinksProps = { body: string; onChange: (body: string) => void };

/** Addresses of a message that could be shortened. */
export const LongLinks = ({ body, onChange }: LongLinksProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const links = findLongLinks(body);
  if (links.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sea-tint px-3 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {t("templates.longLinks", {
          count: links.length,
          shown: format.number(links.reduce((sum, link) => sum + link.length, 0)),
        })}
      </p>
      <Button size="sm" onClick={() => onChange(shortenLinks(body))}>
        <LinkIcon aria-hidden="true" />
        {t("templates.shortenLinks")}
      </Button>
    </div>
  );
};
