import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { apiQuery, serverMessage, useApiMutation } from "./api.ts";
import { firstRoutes } from "./first-routes.ts";
import { useMay, useUser } from "./session.ts";
import { toast } from "./toast.ts";

/** Whether the user is away, so that new messages of their conversations go to all. */
export const useAvailability = () => {
  const { t } = useTranslation();
  const user = useUser();
  const { data } = useQuery({ ...apiQuery(firstRoutes.colleagues), enabled: useMay("inbox", "work") });
  const change = useApiMutation(firstRoutes.availability);
  const setAway = (away: boolean) =>
    change.mutate(
      { body: { away } },
      {
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: serverMessage(error) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  const own = data?.users.find(({ id }) => id === user.id);
  return { isAway: own?.isAway ?? false, isKnown: own !== undefined, setAway, busy: change.isPending };
};
