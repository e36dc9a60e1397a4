ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind_check";
ALTER TABLE "own_roles" ADD COLUMN "scopes" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind_check" CHECK ("approvals"."kind" IN ('send', 'call', 'draft', 'knowledge', 'change', 'opt_out'));
