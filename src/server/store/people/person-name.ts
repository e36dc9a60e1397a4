import { sql } from "drizzle-orm";

/** The display name of the person whose table alias is `p`. */
export const personNameSql = sql`coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone)`;
