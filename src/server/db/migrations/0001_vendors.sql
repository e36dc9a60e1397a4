CREATE TABLE "go_live_records" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"detail" jsonb,
	CONSTRAINT "go_live_records_name_check" CHECK ("go_live_records"."name" IN ('tested:twilio', 'tested:whatsapp', 'tested:smtp', 'callback:twilio-sms', 'callback:twilio-whatsapp', 'callback:twilio-call', 'callback:whatsapp-meta', 'callback:whatsapp-360dialog', 'callback:whatsapp-wati', 'dns', 'tick:a2p', 'tick:templates', 'message:sms', 'message:whatsapp', 'message:voice', 'message:email'))
);
--> statement-breakpoint
ALTER TABLE "actions" DROP CONSTRAINT "actions_status_check";--> statement-breakpoint
ALTER TABLE "delivery_receipts" DROP CONSTRAINT "delivery_receipts_status_check";--> statement-breakpoint
ALTER TABLE "timeline" DROP CONSTRAINT "timeline_event_type_check";--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "simulation" text;--> statement-breakpoint
ALTER TABLE "go_live_records" ADD CONSTRAINT "go_live_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_mode_check" CHECK ("connections"."mode" IN ('sandbox', 'live'));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_simulation_check" CHECK ("actions"."simulation" IN ('demo', 'test'));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_test_send_check" CHECK (simulation IS DISTINCT FROM 'test' OR (status NOT IN ('sent', 'delivered', 'read') AND price IS NULL));--> statement-breakpoint
ALTER TABLE "actions" ADD CONSTRAINT "actions_status_check" CHECK ("actions"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'));--> statement-breakpoint
ALTER TABLE "delivery_receipts" ADD CONSTRAINT "delivery_receipts_status_check" CHECK ("delivery_receipts"."status" IN ('pending', 'held', 'dispatching', 'sent', 'simulated', 'delivered', 'read', 'failed', 'blocked', 'unknown', 'cancelled'));--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_event_type_check" CHECK ("timeline"."event_type" IN ('person_created', 'person_updated', 'status_changed', 'tag_added', 'tag_removed', 'event_received', 'rule_fired', 'scores_changed', 'message_held', 'message_blocked', 'message_cancelled', 'message_sent', 'message_simulated', 'message_delivered', 'message_read', 'message_delayed', 'message_failed', 'message_unknown', 'reply', 'call_completed', 'handoff_asked', 'opted_out', 'opted_in', 'review_opened'));