import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxScriptGoals, type ScriptFact, type ScriptGoal } from "#domain/voice/script.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { GoalDialog } from "./goal-dialog.tsx";
import { moveRow, putRow } from "./list-edits.ts";
import { RowMenu } from "./row-menu.tsx";

/** When the agent counts a goal as reached, as a sentence. */
const useReachedText = (facts: readonly ScriptFact[]) => {
  const { t, i18n } = useTranslation();
  return (goal: ScriptGoal): string => {
    const labels = goal.facts.flatMap((key) => {
      const label = facts.find((fact) => fact.key === key)?.label;
      return label === undefined ? [] : [t("scriptEditor.quote", { text: label })];
    });
    const list = {
      count: labels.length,
      facts: new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(labels),
    };
    const isSaid = goal.say.trim() !== "";
    if (labels.length > 0) return t(`scriptEditor.goals.${isSaid ? "saidAndKnown" : "known"}`, list);
    return t(`scriptEditor.goals.${isSaid ? "said" : "nothing"}`);
  };
};

type GoalsCardProps = {
  goals: readonly ScriptGoal[];
  facts: readonly ScriptFact[];
  readOnly: boolean;
  onChange: (goals: ScriptGoal[]) => void;
};

export const GoalsCard = ({ goals, facts, readOnly, onChange }: GoalsCardProps) => {
  const { t } = useTranslation();
  const reachedText = useReachedText(facts);
  const addButton = useRef<HTMLButtonElement>(null);
  /** The index of the edited goal. */
  const [edited, setEdited] = useState<number | "new">();
  const editedIndex = edited === "new" ? undefined : edited;
  const isFull = goals.length >= maxScriptGoals;

  return (
    <Card
      title={t("scriptEditor.goals.title")}
      caption={t("scriptEditor.goals.caption")}
      aside={
        !readOnly && (
          <Button
            ref={addButton}
            size="sm"
            aria-label={t("scriptEditor.goals.addFull")}
            title={isFull ? t("scriptEditor.row.limit", { count: maxScriptGoals }) : undefined}
            disabled={isFull}
            onClick={() => setEdited("new")}
          >
            <Plus aria-hidden="true" />
            {t("scriptEditor.goals.add")}
          </Button>
        )
      }
    >
      {goals.length === 0 ? (
        <p className="text-faint text-sm">{t("scriptEditor.goals.empty")}</p>
      ) : (
        <ol className="-mx-4 -mb-4 divide-y divide-line border-line border-t">
          {goals.map((goal, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: goals have no identity but their place
            <li key={index} className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-4">
              <span className="grid size-6 shrink-0 place-items-center rounded-md bg-hover font-[560] text-soft text-xs tabular-nums">
                {index + 1}
              </span>
              <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2 sm:items-center">
                <p className="min-w-0 break-words font-[560] text-sm">{goal.title}</p>
                <p className="min-w-0 break-words text-soft text-xs">{reachedText(goal)}</p>
              </div>
              {!readOnly && (
                <RowMenu
                  name={goal.title}
                  index={index}
                  count={goals.length}
                  onEdit={() => setEdited(index)}
                  onMove={(to) => onChange(moveRow(goals, index, to))}
                  onRemove={() => {
                    onChange(goals.toSpliced(index, 1));
                    addButton.current?.focus();
                  }}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {edited !== undefined && (
        <GoalDialog
          goal={editedIndex === undefined ? undefined : goals[editedIndex]}
          facts={facts}
          onClose={() => setEdited(undefined)}
          onApply={(goal) => {
            onChange(putRow(goals, editedIndex, goal));
            setEdited(undefined);
          }}
        />
      )}
    </Card>
  );
};
