DROP INDEX "people_email_index";--> statement-breakpoint
DROP INDEX "people_phone_index";