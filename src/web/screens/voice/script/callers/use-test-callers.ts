import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type TestCaller, testCallersApi } from "#contract/test-callers.ts";
import type { TestCallerInput } from "#domain/test-callers/test-caller.ts";
import { staleBecause, testedScript } from "#domain/test-callers/tested-script.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

export type CallerState = "never" | "waiting" | "running" | "passed" | "failed" | "broken";

export const callerStateOf = ({ runState, result }: TestCaller): CallerState =>
  runState ?? result?.outcome ?? "never";

/** The test callers of a script, and what the user does with them. The script is the one on the screen. */
export const useTestCallers = (scriptId: string, current: ScriptInput, isDirty: boolean) => {
  const { t } = useTranslation();
  const params = { id: scriptId };
  const query = useQuery(apiQuery(testCallersApi.list, { params }));
  const start = useApiMutation(testCallersApi.run);
  const halt = useApiMutation(testCallersApi.stop);
  const create = useApiMutation(testCallersApi.create);
  const removal = useApiMutation(testCallersApi.remove);
  const tested = testedScript.safeParse(current);

  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("callers.actionFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
      return false;
    }
  };

  return {
    query,
    callers: query.data ?? [],
    /** The script can be tested as it is on the screen. */
    canRun: tested.success,
    isStarting: start.isPending,
    isAdding: create.isPending,
    staleBecause: (caller: TestCaller) =>
      caller.result && tested.success ? staleBecause(caller.result, tested.data, caller) : null,
    /** Without ids, all callers. */
    run: (callerIds?: string[]) =>
      attempt(() =>
        start.mutateAsync({
          params,
          body: {
            ...(callerIds ? { callerIds } : {}),
            // What is not saved yet can be tested before it is.
            ...(isDirty && tested.success ? { script: tested.data } : {}),
          },
        }),
      ),
    stop: () => attempt(() => halt.mutateAsync({ params })),
    add: (callers: readonly TestCallerInput[]) =>
      attempt(() => create.mutateAsync({ params, body: { callers: [...callers] } })),
    remove: (callerId: string) => attempt(() => removal.mutateAsync({ params: { ...params, callerId } })),
  };
};
export type TestCallers = ReturnType<typeof useTestCallers>;
