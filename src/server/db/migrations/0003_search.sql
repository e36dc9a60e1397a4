CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Case and accents off, so that a search for "colon" finds Colón. Immutable, hence fit for a generated column.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(lower(value), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc')
$$;
