CREATE TABLE "score_models" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"training_id" uuid NOT NULL,
	"score" text NOT NULL,
	"version" integer NOT NULL,
	"basis" text NOT NULL,
	"people" integer NOT NULL,
	"outcomes" integer NOT NULL,
	"others" integer NOT NULL,
	"refusal" jsonb,
	"report" jsonb,
	"effects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" jsonb,
	"hash" text,
	"is_in_use" boolean DEFAULT false NOT NULL,
	"in_use_since" timestamp (3) with time zone,
	"drift" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_models_score_check" CHECK ("score_models"."score" IN ('intent', 'propensity', 'churn')),
	CONSTRAINT "score_models_basis_check" CHECK ("score_models"."basis" IN ('complete', 'so_far'))
);
--> statement-breakpoint
CREATE TABLE "score_snapshots" (
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	"stage" text NOT NULL,
	"is_opted_out" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "score_snapshots_person_id_day_stage_pk" PRIMARY KEY("person_id","day","stage"),
	CONSTRAINT "score_snapshots_stage_check" CHECK ("score_snapshots"."stage" IN ('new', 'qualified', 'contacted', 'converted'))
);
--> statement-breakpoint
CREATE TABLE "score_trainings" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"stage" text DEFAULT 'reading' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_trainings_state_check" CHECK ("score_trainings"."state" IN ('waiting', 'running', 'succeeded', 'failed')),
	CONSTRAINT "score_trainings_stage_check" CHECK ("score_trainings"."stage" IN ('reading', 'intent', 'propensity', 'churn', 'saving'))
);
--> statement-breakpoint
ALTER TABLE "score_models" ADD CONSTRAINT "score_models_training_id_score_trainings_id_fk" FOREIGN KEY ("training_id") REFERENCES "public"."score_trainings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_snapshots" ADD CONSTRAINT "score_snapshots_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_trainings" ADD CONSTRAINT "score_trainings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "score_models_version_index" ON "score_models" USING btree ("score","version");--> statement-breakpoint
CREATE UNIQUE INDEX "score_models_in_use_index" ON "score_models" USING btree ("score") WHERE is_in_use;--> statement-breakpoint
CREATE INDEX "score_models_training_index" ON "score_models" USING btree ("training_id");--> statement-breakpoint
CREATE INDEX "score_snapshots_taken_index" ON "score_snapshots" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "score_trainings_created_index" ON "score_trainings" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "score_trainings_open_index" ON "score_trainings" USING btree ((true)) WHERE state IN ('waiting', 'running');