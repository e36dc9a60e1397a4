import { InvitationsCard } from "./invitations-card.tsx";
import { MembersCard } from "./members-card.tsx";
import { RolesCard } from "./roles-card.tsx";
import { SingleSignOnCard } from "./single-sign-on/single-sign-on-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

/** Users, their invitations, roles and teams, and with what they sign in. */
export const TeamTab = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <MembersCard />
    <InvitationsCard />
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <RolesCard />
      <TeamsCard />
    </div>
    <SingleSignOnCard />
  </div>
);
