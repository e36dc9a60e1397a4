import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import type * as z from "zod";
import { learningApi } from "#contract/learning.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { apiQuery } from "#web/lib/api.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";

export type LearningState = z.infer<typeof learningApi.state.output>;
type Training = NonNullable<LearningState["training"]>;

const pollMs = 1000;

export const isTraining = (training: Training | null | undefined): training is Training =>
  training?.state === "waiting" || training?.state === "running";

/** What the scores have learned. While something runs, the progress is read every second. */
export const useLearning = () => {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...apiQuery(learningApi.state),
    refetchInterval: ({ state }) =>
      isTraining(state.data?.training) || (state.data?.rescoring ?? null) !== null ? pollMs : false,
  });
  const isRunning = isTraining(data?.training);
  const wasRunning = useRef(false);
  // The history changes with the end of a training, also where no live update arrives.
  useEffect(() => {
    if (wasRunning.current && !isRunning) void invalidateTopics(client, ["learning"]);
    wasRunning.current = isRunning;
  }, [client, isRunning]);
  return { data, error, refetch };
};
export type LearningQuery = ReturnType<typeof useLearning>;

/** The score whose model and trainings are shown; in the URL, so that it can be linked to. */
export const useChosenScore = (): [ScoreName, (name: ScoreName) => void] => {
  const [search, setSearch] = useSearchParams();
  const chosen = scoreNames.find((name) => name === search.get("score")) ?? "intent";
  return [
    chosen,
    (name) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (name === "intent") next.delete("score");
          else next.set("score", name);
          return next;
        },
        { replace: true },
      ),
  ];
};
