CREATE TABLE "chat_link_codes" (
	"service" text NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_link_codes_service_user_id_pk" PRIMARY KEY("service","user_id")
);

ALTER TABLE "integration_work" DROP CONSTRAINT "integration_work_kind_check";
ALTER TABLE "chat_users" ADD COLUMN "linked_at" timestamp (3) with time zone;
ALTER TABLE "chat_link_codes" ADD CONSTRAINT "chat_link_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "chat_link_codes_hash_index" ON "chat_link_codes" USING btree ("code_hash");
ALTER TABLE "integration_work" ADD CONSTRAINT "integration_work_kind_check" CHECK ("integration_work"."kind" IN ('lead', 'lead_poll', 'message_poll', 'direct_message', 'chat_post', 'chat_reply', 'chat_link', 'reply_report', 'task_create', 'task_read', 'hook_trigger'));
