CREATE TABLE "person_accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"service" text NOT NULL,
	"account_id" text NOT NULL,
	"handle" text NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "go_live_records" DROP CONSTRAINT "go_live_records_name_check";--> statement-breakpoint
ALTER TABLE "integration_work" DROP CONSTRAINT "integration_work_kind_check";--> statement-breakpoint
ALTER TABLE "person_accounts" ADD CONSTRAINT "person_accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_accounts_account_index" ON "person_accounts" USING btree ("service","account_id");--> statement-breakpoint
CREATE INDEX "person_accounts_person_index" ON "person_accounts" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "go_live_records" ADD CONSTRAINT "go_live_records_name_check" CHECK ("go_live_records"."name" IN ('tested:twilio', 'tested:whatsapp', 'tested:smtp', 'tested:sendgrid', 'callback:twilio-sms', 'callback:twilio-whatsapp', 'callback:twilio-call', 'callback:whatsapp-meta', 'callback:whatsapp-360dialog', 'callback:whatsapp-wati', 'callback:sendgrid', 'dns', 'tick:a2p', 'tick:templates', 'message:sms', 'message:whatsapp', 'message:voice', 'message:email'));--> statement-breakpoint
ALTER TABLE "integration_work" ADD CONSTRAINT "integration_work_kind_check" CHECK ("integration_work"."kind" IN ('lead', 'lead_poll', 'message_poll', 'direct_message', 'chat_post', 'chat_reply', 'reply_report', 'task_create', 'task_read'));