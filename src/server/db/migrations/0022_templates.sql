CREATE TABLE "template_images" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"sha256" "bytea" NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "template_versions" (
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"design" jsonb,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);

ALTER TABLE "message_templates" ADD COLUMN "title" text;
ALTER TABLE "message_templates" ADD COLUMN "design" jsonb;
ALTER TABLE "message_templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
ALTER TABLE "message_templates" ADD COLUMN "approval" text;
ALTER TABLE "message_templates" ADD COLUMN "approval_reason" text;
ALTER TABLE "message_templates" ADD COLUMN "submitted_body" text;
ALTER TABLE "message_templates" ADD COLUMN "vendor_template_id" text;
ALTER TABLE "template_images" ADD CONSTRAINT "template_images_sha256_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."blobs"("sha256") ON DELETE no action ON UPDATE no action;
ALTER TABLE "template_images" ADD CONSTRAINT "template_images_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_message_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."message_templates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "template_images_content_index" ON "template_images" USING btree ("sha256");
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_approval_check" CHECK ("message_templates"."approval" IN ('pending', 'approved', 'rejected', 'paused'));
