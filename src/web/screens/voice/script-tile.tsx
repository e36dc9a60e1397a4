import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Script } from "#contract/scripts.ts";
import { previewLength } from "#domain/voice/script.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

const previewText = (content: string): string =>
  content.length > previewLength ? `${content.slice(0, previewLength)}…` : content;

type ScriptTileProps = { script: Script; mayChange: boolean; onEdit: () => void; onDelete: () => void };

export const ScriptTile = ({ script, mayChange, onEdit, onDelete }: ScriptTileProps) => {
  const { t } = useTranslation();
  const { name } = script;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-card border border-line p-3.5">
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 break-words font-[600] text-sm">{name}</h3>
        <Badge tone={script.enabled ? "ok" : "quiet"}>{t(script.enabled ? "script.on" : "script.off")}</Badge>
      </div>
      <p className="flex-1 break-words text-sm text-soft">{previewText(script.content)}</p>
      <div className="flex items-center gap-1">
        <p className="mr-auto truncate text-faint text-xs">
          {t(`script.useCases.${script.useCase}`)} · {t(`script.languages.${script.language}`)}
        </p>
        {mayChange && (
          <>
            <Button
              size="sm"
              variant="ghost"
              className="w-8 px-0"
              aria-label={t("script.editNamed", { name })}
              onClick={onEdit}
            >
              <Pencil aria-hidden="true" />
            </Button>
            <Button
              size="sm"
              variant="ghost"
              className="w-8 px-0 hover:text-bad"
              aria-label={t("script.deleteNamed", { name })}
              onClick={onDelete}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
    </li>
  );
};
