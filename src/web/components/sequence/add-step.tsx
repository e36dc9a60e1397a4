import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import { maxQuestionDepth } from "#domain/rules/step-parts.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { ActionMenu } from "#web/ui/menu.tsx";
import { RailRow } from "./rail-row.tsx";
import { StepIcon } from "./step-icon.tsx";
import { newStep, stepGroups } from "./step-kinds.ts";
import type { StepLine } from "./step-layout.ts";
import { useStepLimits } from "./step-limits.ts";
import type { SequenceRow } from "./step-tree.ts";

type AddStepProps = {
  line: Extract<StepLine, { kind: "add" }>;
  /** Shown in words, where a circle alone would be missed. */
  isLabelled: boolean;
  onAdd: (step: SequenceRow) => void;
};

/** A place between two steps; its menu has the kinds of steps that may stand there. */
export const AddStep = ({ line, isLabelled, onAdd }: AddStepProps) => {
  const { t } = useTranslation();
  const { data: templates } = useQuery(apiQuery(templatesApi.list));
  const { level, rails, place, after, isEmpty } = line;
  const label =
    after === undefined
      ? t(place.branch ? `sequence.add.branch.${place.branch.answer}` : "sequence.add.first")
      : t("sequence.add.after", { number: after });
  const { types: refused, conditionsFrom } = useStepLimits();
  const mayAsk = level < maxQuestionDepth && (place.branch !== undefined || place.index >= conditionsFrom);
  const actions = stepGroups.flatMap((group) =>
    group.types
      .filter((type) => !refused.includes(type) && (type !== "ask" || mayAsk))
      .map((type) => ({
        id: type,
        label: t(`rules.actionType.${type}`),
        icon: <StepIcon type={type} />,
        section: t(`sequence.group.${group.id}`),
        run: () => {
          const template = templates?.find(({ channel }) => channel === type)?.name ?? "";
          onAdd(newStep({ type, template, isFirst: place.index === 0 }));
        },
      })),
  );
  const showsLabel = isLabelled || isEmpty;
  return (
    <RailRow level={level} rails={rails} className="flex h-6 items-center max-sm:h-9">
      <ActionMenu
        label={label}
        actions={actions}
        trigger={
          <button
            type="button"
            aria-label={label}
            className="group relative flex items-center gap-3.5 rounded-full text-sm text-soft before:absolute before:-inset-x-2 before:-inset-y-1.5 hover:text-sea data-[state=open]:text-sea max-sm:before:inset-y-0"
          >
            <span
              className={cn(
                "relative ml-1 grid size-5 place-items-center rounded-full border border-edge bg-panel",
                "group-hover:border-sea group-data-[state=open]:border-sea group-data-[state=open]:bg-sea group-data-[state=open]:text-on-sea",
              )}
            >
              <Plus aria-hidden="true" className="size-3" />
            </span>
            {showsLabel && <span className="font-[540] text-xs">{t("sequence.add.step")}</span>}
          </button>
        }
      />
    </RailRow>
  );
};
