import { useQuery } from "@tanstack/react-query";
import { profilesApi } from "#contract/profiles.ts";
import { NextActionText, nextActionFrame } from "#web/components/person/next-action.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";

/** What should be done next, and why. */
export const NextStep = ({ personId }: { personId: string }) => {
  const { data } = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  if (!data) return null;
  return (
    <div className={cn(nextActionFrame(data.nextAction), "px-3 py-2.5")}>
      <NextActionText action={data.nextAction} />
    </div>
  );
};
