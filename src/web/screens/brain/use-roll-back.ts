import { useTranslation } from "react-i18next";
import { learningApi, type ScoreModelSummary } from "#contract/learning.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { modelName } from "./learning-text.ts";

/** A model, or null for the starting weights. */
export type UsableModel = Pick<ScoreModelSummary, "id" | "version"> | null;

/** Scores with another model. The toast offers the model that was in use before. */
export const useRollBack = (score: ScoreName) => {
  const { t } = useTranslation();
  const toModel = useApiMutation(learningApi.useModel);
  const toStartingWeights = useApiMutation(learningApi.useStartingWeights);

  const change = async (target: UsableModel, before?: { model: UsableModel }): Promise<void> => {
    try {
      if (target) await toModel.mutateAsync({ params: { id: target.id } });
      else await toStartingWeights.mutateAsync({ params: { score } });
      toast({
        title: t("success.title"),
        description: t("brain.training.rolledBack", {
          score: t(`brain.score.${score}`),
          model: modelName(t, target),
        }),
        action: before && { label: t("brain.training.undo"), run: () => void change(before.model) },
      });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("brain.training.rollBackFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return { change, isPending: toModel.isPending || toStartingWeights.isPending };
};
