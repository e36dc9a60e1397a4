-- Searches by parts of names, addresses and messages use indexes of trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
