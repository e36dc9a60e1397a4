CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"capacity" double precision NOT NULL,
	"tokens" double precision NOT NULL,
	"taken" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE INDEX "rate_limits_at_index" ON "rate_limits" USING btree ("at");

-- Counts of a minute: they need not survive a crash, and replicas need not have them.
ALTER TABLE rate_limits SET UNLOGGED;
