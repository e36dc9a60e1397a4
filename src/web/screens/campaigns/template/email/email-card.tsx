import { LayoutTemplate, Lock } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TemplatePreview } from "#contract/templates.ts";
import type { EmailBlock, EmailDesign } from "#domain/email/email-design.ts";
import { type ContentCheck, contentCheckLevels } from "#domain/messages/content-checks.ts";
import { cn } from "#web/lib/cn.ts";
import type { TemplateEditing } from "#web/screens/campaigns/template/use-template-draft.ts";
import { WordsField } from "#web/screens/campaigns/template/words-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { designOfBody } from "./block-edits.ts";
import { BlockList } from "./block-list.tsx";

const maxBlocks = 60;

/** What is wrong with blocks, by their id. */
const useBlockProblems = (preview: TemplatePreview | undefined): ReadonlyMap<string, string> => {
  const { t } = useTranslation();
  return useMemo(
    () =>
      new Map(
        ((preview?.checks ?? []) as ContentCheck[]).flatMap((check): [string, string][] =>
          typeof check.at === "string" && contentCheckLevels[check.code] === "stop"
            ? [[check.at, t(`templates.check.${check.code}`, check)]]
            : [],
        ),
      ),
    [preview, t],
  );
};

type EmailCardProps = {
  editing: Pick<TemplateEditing, "draft" | "change" | "edit">;
  preview: TemplatePreview | undefined;
};

/** Subject, the line after it, the blocks, and the footer that is always there. */
export const EmailCard = ({ editing: { draft, change, edit }, preview }: EmailCardProps) => {
  const { t } = useTranslation();
  const problems = useBlockProblems(preview);
  const { design } = draft;
  const changeDesign = (values: Partial<EmailDesign>) =>
    edit((current) => (current.design ? { ...current, design: { ...current.design, ...values } } : current));
  const changeBlocks = (change: (blocks: readonly EmailBlock[]) => EmailBlock[]) =>
    edit((current) =>
      current.design
        ? { ...current, design: { ...current.design, blocks: change(current.design.blocks) } }
        : current,
    );
  return (
    <Card className="p-0">
      <div className={cn("grid min-w-0 gap-4 border-line border-b p-4", design && "sm:grid-cols-2")}>
        <WordsField
          label={t("templates.subject")}
          value={draft.subject}
          maxLength={200}
          onChange={(subject) => change({ subject })}
        />
        {design && (
          <WordsField
            label={t("templates.preheader")}
            value={design.preheader}
            maxLength={300}
            onChange={(preheader) => changeDesign({ preheader })}
          />
        )}
      </div>
      {design ? (
        <>
          <BlockList
            label={t("templates.blocks")}
            blocks={design.blocks}
            problems={problems}
            maxBlocks={maxBlocks}
            onChange={changeBlocks}
          />
          <div className="grid gap-3 border-line border-t bg-hover p-4">
            <p className="flex items-center gap-2 font-[540] text-sm">
              <Lock aria-hidden="true" className="size-4 text-soft" />
              {t("templates.footer")}
            </p>
            <p className="text-soft text-xs">{t("templates.footerText")}</p>
            <WordsField
              label={t("templates.footerNote")}
              hint={t("templates.footerNoteHint")}
              value={design.footerNote}
              maxLength={500}
              onChange={(footerNote) => changeDesign({ footerNote })}
            />
          </div>
        </>
      ) : (
        <div className="grid gap-4 p-4">
          <WordsField
            label={t("templates.body")}
            required
            hint={t("templates.bodyHint", { example: "{{first_name|there}}" })}
            value={draft.body}
            rows={12}
            onChange={(body) => change({ body })}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sea-tint px-3 py-2.5 text-sm">
            <p className="min-w-0 flex-1 basis-60">{t("templates.plainText")}</p>
            <Button size="sm" onClick={() => change({ design: designOfBody(draft.body) })}>
              <LayoutTemplate aria-hidden="true" />
              {t("templates.useBlocks")}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
};
