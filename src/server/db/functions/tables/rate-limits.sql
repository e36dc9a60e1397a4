-- Counts of a minute: they need not survive a crash, and replicas need not have them.
ALTER TABLE rate_limits SET UNLOGGED;
