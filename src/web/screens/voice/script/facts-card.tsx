import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxScriptFacts, type ScriptFact } from "#domain/voice/script.ts";
import { cn } from "#web/lib/cn.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FactDialog } from "./fact-dialog.tsx";
import { moveRow, putRow } from "./list-edits.ts";
import { RowMenu } from "./row-menu.tsx";

const columns =
  "sm:grid sm:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,6fr)_minmax(0,3fr)_2.25rem] sm:items-center sm:gap-x-4";

type FactsCardProps = {
  facts: readonly ScriptFact[];
  readOnly: boolean;
  onChange: (facts: ScriptFact[]) => void;
  onRemove: (fact: ScriptFact) => void;
};

export const FactsCard = ({ facts, readOnly, onChange, onRemove }: FactsCardProps) => {
  const { t } = useTranslation();
  const addButton = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<number | "new">();
  const editedIndex = edited === "new" ? undefined : edited;
  const isFull = facts.length >= maxScriptFacts;
  const kindText = ({ kind, choices }: ScriptFact) =>
    kind === "choice" && choices.length > 0 ? choices.join(", ") : t(`scriptEditor.kinds.${kind}`);

  return (
    <Card
      title={t("scriptEditor.facts.title")}
      caption={t("scriptEditor.facts.caption")}
      aside={
        !readOnly && (
          <Button
            ref={addButton}
            size="sm"
            aria-label={t("scriptEditor.facts.addFull")}
            title={isFull ? t("scriptEditor.row.limit", { count: maxScriptFacts }) : undefined}
            disabled={isFull}
            onClick={() => setEdited("new")}
          >
            <Plus aria-hidden="true" />
            {t("scriptEditor.facts.add")}
          </Button>
        )
      }
    >
      {facts.length === 0 ? (
        <p className="text-faint text-sm">{t("scriptEditor.facts.empty")}</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className={cn("-mx-4 hidden border-line border-b px-4 pr-2 pb-2 text-faint text-xs", columns)}
          >
            <span>{t("scriptEditor.facts.label")}</span>
            <span>{t("scriptEditor.facts.kind")}</span>
            <span>{t("scriptEditor.facts.question")}</span>
            <span>{t("scriptEditor.facts.must")}</span>
          </div>
          <ul className="-mx-4 -mb-4 divide-y divide-line max-sm:border-line max-sm:border-t">
            {facts.map((fact, index) => (
              <li
                key={fact.key}
                className={cn("relative min-h-12 py-2 pr-2 pl-4 text-sm max-sm:pr-12", columns)}
              >
                <p className="min-w-0 break-words font-[560]">{fact.label}</p>
                <p className="min-w-0 break-words text-soft max-sm:text-xs">{kindText(fact)}</p>
                <p className="min-w-0 break-words max-sm:mt-1">
                  {t("scriptEditor.quote", { text: fact.question })}
                </p>
                <p className="text-soft text-xs max-sm:mt-1">
                  {fact.isRequired ? (
                    <Badge tone="sea">{t("scriptEditor.facts.must")}</Badge>
                  ) : (
                    t("scriptEditor.facts.ifComesUp")
                  )}
                </p>
                {!readOnly && (
                  <div className="max-sm:absolute max-sm:top-1.5 max-sm:right-2">
                    <RowMenu
                      name={fact.label}
                      index={index}
                      count={facts.length}
                      onEdit={() => setEdited(index)}
                      onMove={(to) => onChange(moveRow(facts, index, to))}
                      onRemove={() => {
                        onRemove(fact);
                        addButton.current?.focus();
                      }}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited !== undefined && (
        <FactDialog
          fact={editedIndex === undefined ? undefined : facts[editedIndex]}
          facts={facts}
          onClose={() => setEdited(undefined)}
          onApply={(fact) => {
            onChange(putRow(facts, editedIndex, fact));
            setEdited(undefined);
          }}
        />
      )}
    </Card>
  );
};
