ALTER TABLE "message_templates" ADD COLUMN "approval" text;
ALTER TABLE "message_templates" ADD COLUMN "approval_reason" text;
ALTER TABLE "message_templates" ADD COLUMN "submitted_body" text;
ALTER TABLE "message_templates" ADD COLUMN "vendor_template_id" text;
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_approval_check" CHECK ("message_templates"."approval" IN ('pending', 'approved', 'rejected', 'paused'));
