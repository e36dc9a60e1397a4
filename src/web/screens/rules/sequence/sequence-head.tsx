import {
  ArrowLeft,
  Copy,
  Ellipsis,
  FastForward,
  FlaskConical,
  GitCompareArrows,
  History,
  Pause,
  Pencil,
  Play,
  Target,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Rule } from "#contract/rules.ts";
import { goalTexts } from "#web/components/rule/goal-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDescription } from "#web/lib/seed-description.ts";
import { useRuleToggle } from "#web/screens/rules/use-rule-toggle.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import type { SequenceEditor } from "./use-sequence-editor.ts";

/** What opens over the page. */
export type SequenceOverlay = "edit" | "versions" | "history" | "dryRun" | "start" | "forward";

type SequenceHeadProps = {
  editor: SequenceEditor;
  /** The rule as it is stored now; undefined before the first save. */
  rule: Rule | undefined;
  mayChange: boolean;
  mayStart: boolean;
  /** The user may see what the draft would do for a person. */
  mayForecast: boolean;
  /** People in the sequence; undefined while it is asked. */
  running: number | undefined;
  onOpen: (overlay: SequenceOverlay) => void;
  onCopy: () => void;
  onDelete: () => void;
  onSave: () => void;
};

const EnableButton = ({ rule }: { rule: Rule }) => {
  const { t } = useTranslation();
  const { enabled, busy, toggle, dialog } = useRuleToggle(rule);
  return (
    <>
      <Button disabled={busy} onClick={toggle}>
        {enabled ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {t(enabled ? "sequence.pause" : "sequence.enable")}
      </Button>
      {dialog}
    </>
  );
};

type TrailProps = Pick<SequenceHeadProps, "editor" | "rule">;

const Trail = ({ editor, rule }: TrailProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        href="/rules"
        className="flex min-h-6 w-fit items-center gap-1.5 rounded text-sm text-soft hover:text-ink max-sm:min-h-9"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("screen.rules.short")}
      </Link>
      <p role="status" className="text-faint text-xs">
        {editor.isDirty || !rule
          ? t("scriptEditor.unsaved")
          : t("scriptEditor.saved", { version: rule.version, when: format.dateTime(rule.updatedAt) })}
      </p>
    </div>
  );
};

const MoreMenu = ({ rule, mayChange, onOpen, onCopy, onDelete }: SequenceHeadProps & { rule: Rule }) => {
  const { t } = useTranslation();
  return (
    <ActionMenu
      trigger={
        <Button size="icon" aria-label={t("rules.moreNamed", { name: rule.name })}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      actions={[
        {
          id: "history",
          label: t("rules.history.title"),
          icon: <History aria-hidden="true" />,
          run: () => onOpen("history"),
        },
        ...(mayChange
          ? [
              {
                id: "dryRun",
                label: t("rules.dryRun.open"),
                icon: <FlaskConical aria-hidden="true" />,
                run: () => onOpen("dryRun"),
              },
              {
                id: "copy",
                label: t("rules.duplicate"),
                icon: <Copy aria-hidden="true" />,
                run: onCopy,
              },
              {
                id: "delete",
                label: t("rules.delete"),
                icon: <Trash2 aria-hidden="true" />,
                danger: true,
                run: onDelete,
              },
            ]
          : []),
      ]}
    />
  );
};

const GoalLine = ({ options }: Pick<SequenceEditor["draft"], "options">) => {
  const { t } = useTranslation();
  const texts = goalTexts(options, useRuleTextContext());
  return (
    texts.length > 0 && (
      <p className="flex min-w-0 items-center gap-1.5 text-sm [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-soft">
        <Target aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          {t("sequence.goal.says.head", { goal: texts.join(" · ") })}
        </span>
      </p>
    )
  );
};

/** The name of the sequence, its state, and what can be done with it. */
export const SequenceHead = (props: SequenceHeadProps) => {
  const { editor, rule, mayChange, mayStart, mayForecast, running, onOpen, onSave } = props;
  const { t } = useTranslation();
  const describe = useDescription();
  const format = useFormat();
  const { draft, isDirty, isSaving } = editor;
  return (
    <div className="grid gap-3">
      <Trail editor={editor} rule={rule} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {rule ? (
          <>
            <h2 className="min-w-0 break-words font-[660] text-[22px] leading-7 tracking-[-0.022em]">
              {draft.name}
            </h2>
            <Badge tone={rule.enabled ? "ok" : "quiet"}>
              {t(rule.enabled ? "rules.active" : "rules.inactive")}
            </Badge>
            <Badge className="tabular-nums">{t("scriptEditor.version", { version: rule.version })}</Badge>
            {running !== undefined && (
              <span className="text-sm text-soft tabular-nums">
                {t("sequence.inside", { count: running, shown: format.number(running) })}
              </span>
            )}
          </>
        ) : (
          <Input
            aria-label={t("sequence.name")}
            placeholder={t("sequence.name")}
            autoComplete="off"
            maxLength={200}
            value={draft.name}
            onChange={(event) => editor.change({ name: event.target.value })}
            className="h-10 max-w-105 flex-1 basis-60 font-[620] text-base sm:text-base"
          />
        )}
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          {rule && (
            <Button onClick={() => onOpen("versions")}>
              <GitCompareArrows aria-hidden="true" />
              {t("rules.versions.title")}
            </Button>
          )}
          {mayForecast && draft.actions.length > 0 && (
            <Button onClick={() => onOpen("forward")}>
              <FastForward aria-hidden="true" />
              {t("sequence.forward.open")}
            </Button>
          )}
          {mayChange && rule && <EnableButton rule={rule} />}
          {mayChange && (
            <Button onClick={() => onOpen("edit")}>
              <Pencil aria-hidden="true" />
              {t("action.edit")}
            </Button>
          )}
          {mayStart && rule?.enabled && (
            <Button onClick={() => onOpen("start")}>
              <UserRoundPlus aria-hidden="true" />
              {t("sequence.start.open")}
            </Button>
          )}
          {rule && <MoreMenu {...props} rule={rule} />}
          {mayChange && (
            <Button
              variant="primary"
              disabled={isSaving || !isDirty || draft.actions.length === 0 || draft.name.trim() === ""}
              onClick={onSave}
            >
              {t(isSaving ? "action.saving" : "action.save")}
            </Button>
          )}
        </div>
      </div>
      {!mayChange && <p className="text-faint text-xs">{t("sequence.readOnly")}</p>}
      <GoalLine options={draft.options} />
      {draft.description && (
        <p className="max-w-[80ch] break-words text-sm text-soft">{describe(draft.description)}</p>
      )}
    </div>
  );
};
