import type pg from "pg";

/** What the extensions bring is theirs. */
const isOwn = (catalog: string, id: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${id} AND d.deptype = 'e')`;

const inPublic = "relnamespace = 'public'::regnamespace";

/** Columns by name, because a migration appends those that the schema lists between others. */
const queries = [
  "SELECT 'extension ' || extname FROM pg_extension",
  `SELECT format('%s %s %s %s', relkind, relname, relpersistence, reloptions) FROM pg_class
    WHERE ${inPublic} AND relkind <> 'i' AND ${isOwn("pg_class", "pg_class.oid")}`,
  `SELECT format('toast of %s %s', c.relname, t.reloptions) FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid
    WHERE c.${inPublic}`,
  "SELECT format('%s inherits %s', inhrelid::regclass, inhparent::regclass) FROM pg_inherits",
  `SELECT format('column %s.%s %s %s default %s identity %s generated %s collation %s storage %s compression %s statistics %s %s inherited %s %s',
                 relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,
                 pg_get_expr(adbin, adrelid), attidentity, attgenerated, attcollation::regcollation, attstorage,
                 attcompression, attstattarget, attoptions, attinhcount, attislocal)
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE ${inPublic} AND attnum > 0 AND NOT attisdropped AND relkind <> 'S'`,
  `SELECT format('constraint %s.%s %s validated %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  `SELECT format('%s %s valid %s clustered %s', pg_get_indexdef(indexrelid), reloptions, indisvalid, indisclustered)
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE ${inPublic}`,
  `SELECT format('sequence %s %s %s %s %s %s %s %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax,
                 seqmin, seqcache, seqcycle) FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid WHERE ${inPublic}`,
  `SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND ${isOwn("pg_proc", "pg_proc.oid")}`,
  `SELECT format('%s enabled %s', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN pg_class ON pg_class.oid = tgrelid
    WHERE ${inPublic} AND NOT tgisinternal`,
  "SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'",
  `SELECT format('type %s %s', typname, typtype) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e', 'r') AND ${isOwn("pg_type", "pg_type.oid")}`,
  "SELECT 'text search ' || cfgname FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace",
  "SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext",
  `SELECT format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description
    WHERE classoid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_trigger'::regclass, 'pg_constraint'::regclass)
      AND pg_describe_object(classoid, objoid, objsubid) !~ 'pg_catalog|information_schema'
      AND objoid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = classoid AND d.objid = objoid AND d.deptype = 'e')`,
  `SELECT format('access %s %s', relname, relacl) FROM pg_class WHERE ${inPublic} AND relacl IS NOT NULL`,
  "SELECT format('policy %s %s', tablename, policyname) FROM pg_policies",
];

/** Everything that a database consists of besides its rows, in lines that can be compared. */
export const readCatalog = async (client: pg.ClientBase): Promise<string[]> => {
  const lines: string[] = [];
  for (const query of queries) {
    const { rows } = await client.query<{ line: string }>(`SELECT line FROM (${query}) AS found (line)`);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
};
