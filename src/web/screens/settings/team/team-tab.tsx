import { useQuery } from "@tanstack/react-query";
import { invitationsApi, rolesApi, teamsApi } from "#contract/team.ts";
import { usersApi } from "#contract/users.ts";
import { apiQuery } from "#web/lib/api.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { InvitationsCard } from "./invitations-card.tsx";
import { MembersCard } from "./members-card.tsx";
import { RolesCard } from "./roles-card.tsx";
import { SingleSignOnCard } from "./single-sign-on/single-sign-on-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

/** Users, their invitations, roles and teams, and with what they sign in. */
export const TeamTab = () => {
  const users = useQuery(apiQuery(usersApi.list));
  const invitations = useQuery(apiQuery(invitationsApi.list));
  const roles = useQuery(apiQuery(rolesApi.list));
  const teams = useQuery(apiQuery(teamsApi.list));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MembersCard />
      {![users, invitations, roles, teams].some(isFirstLoad) && (
        <>
          <InvitationsCard />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
            <RolesCard />
            <TeamsCard />
          </div>
          <SingleSignOnCard />
        </>
      )}
    </div>
  );
};
