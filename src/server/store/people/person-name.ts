import { sql } from "drizzle-orm";

/** How lists name the person of the table alias `p`. */
export const personNameSql = sql`coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone)`;
