ALTER TABLE "sequence_runs" ADD COLUMN "goal" text;
ALTER TABLE "sequence_runs" ADD COLUMN "goal_until" timestamp (3) with time zone;
ALTER TABLE "sequence_runs" ADD COLUMN "goal_at" timestamp (3) with time zone;
ALTER TABLE "sequence_runs" ADD COLUMN "draw" text;
CREATE INDEX "sequence_runs_goal_index" ON "sequence_runs" USING btree ("goal","goal_until","id") WHERE goal IS NOT NULL AND goal_at IS NULL;
ALTER TABLE "sequence_runs" ADD CONSTRAINT "sequence_runs_draw_check" CHECK ("sequence_runs"."draw" IN ('through', 'held_out'));

-- Keeps when a person reached the goal of a run, because the time of a conversion goes with its status.
CREATE OR REPLACE FUNCTION reach_conversion_goal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sequence_runs SET goal_at = NEW.converted_at
   WHERE person_id = NEW.id AND goal = 'converted' AND goal_at IS NULL
     AND started_at < NEW.converted_at AND goal_until >= NEW.converted_at;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER people_reach_conversion_goal AFTER UPDATE OF status ON people FOR EACH ROW
  WHEN (NEW.converted_at IS NOT NULL AND OLD.converted_at IS NULL)
  EXECUTE FUNCTION reach_conversion_goal();
