CREATE TABLE "identity_providers" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"secret_ending" text NOT NULL,
	"scopes" text NOT NULL,
	"domains" text[] NOT NULL,
	"group_claim" text NOT NULL,
	"default_role" text,
	"default_role_id" uuid,
	"creates_users" boolean NOT NULL,
	"links_users" boolean NOT NULL,
	"trusts_emails" boolean NOT NULL,
	"states_second_factor" boolean NOT NULL,
	"only_single_sign_on" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_providers_role_check" CHECK ("identity_providers"."default_role" IN ('viewer', 'operator', 'admin', 'own')),
	CONSTRAINT "identity_providers_own_role_check" CHECK (("identity_providers"."default_role" IS NOT DISTINCT FROM 'own') = ("identity_providers"."default_role_id" IS NOT NULL)),
	CONSTRAINT "identity_providers_only_check" CHECK ("identity_providers"."enabled" OR NOT "identity_providers"."only_single_sign_on")
);

CREATE TABLE "provider_group_roles" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"provider_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"group_name" text NOT NULL,
	"role" text NOT NULL,
	"role_id" uuid,
	CONSTRAINT "provider_group_roles_role_check" CHECK ("provider_group_roles"."role" IN ('viewer', 'operator', 'admin', 'own')),
	CONSTRAINT "provider_group_roles_own_role_check" CHECK (("provider_group_roles"."role" = 'own') = ("provider_group_roles"."role_id" IS NOT NULL))
);

CREATE TABLE "user_identities" (
	"id" uuid PRIMARY KEY DEFAULT uuid_v7() NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_default_role_id_own_roles_id_fk" FOREIGN KEY ("default_role_id") REFERENCES "public"."own_roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "provider_group_roles" ADD CONSTRAINT "provider_group_roles_provider_id_identity_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_providers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "provider_group_roles" ADD CONSTRAINT "provider_group_roles_role_id_own_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."own_roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "identity_providers_single_index" ON "identity_providers" USING btree ((true));
CREATE UNIQUE INDEX "provider_group_roles_group_index" ON "provider_group_roles" USING btree ("provider_id","group_name");
CREATE INDEX "provider_group_roles_role_index" ON "provider_group_roles" USING btree ("role_id") WHERE role_id IS NOT NULL;
CREATE UNIQUE INDEX "user_identities_subject_index" ON "user_identities" USING btree ("issuer","subject");
CREATE UNIQUE INDEX "user_identities_user_index" ON "user_identities" USING btree ("user_id","issuer");
