CREATE TABLE "form_submissions" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"form_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"person_id" uuid,
	"email" text,
	"phone" text,
	"evidence" jsonb NOT NULL,
	"email_asked_at" timestamp (3) with time zone,
	"phone_asked_at" timestamp (3) with time zone,
	"email_confirmed_at" timestamp (3) with time zone,
	"phone_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_submissions_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "lead_forms" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"consents" jsonb NOT NULL,
	"consent_version" integer DEFAULT 1 NOT NULL,
	"origins" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_forms_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "audit_logs" DROP CONSTRAINT "audit_logs_entity_type_check";--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form_id_lead_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."lead_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_submissions_form_index" ON "form_submissions" USING btree ("form_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "form_submissions_person_index" ON "form_submissions" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_entity_type_check" CHECK ("audit_logs"."entity_type" IN ('action', 'ai_provider', 'approval', 'audit_log', 'batch', 'call', 'command', 'connection', 'consent', 'endpoint', 'event', 'invitation', 'form', 'job', 'knowledge', 'person', 'person_field', 'review', 'role', 'rule', 'saved_reply', 'script', 'settings', 'sip_extension', 'suppression', 'sync', 'task', 'team', 'template', 'thread', 'token', 'user', 'view', 'webhook', 'workspace'));