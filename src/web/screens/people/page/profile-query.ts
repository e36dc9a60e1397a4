import type { PersonDetail } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import { apiQuery } from "#web/lib/api.ts";

/** The computed profile; the parts of the page share one request. */
export const profileQuery = ({ id }: Pick<PersonDetail, "id">) =>
  apiQuery(profilesApi.get, { params: { id } });
