-- Counts become the times of the attempts. They count as made now, until their window ends.
ALTER TABLE "attempts" ADD COLUMN "times" timestamp with time zone[];--> statement-breakpoint
UPDATE "attempts" SET "times" = array_fill(now(), ARRAY[least("count", 50)]);--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "times" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "is_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" DROP COLUMN "count";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "last_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "group_key" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_group_key_unique" UNIQUE("group_key");--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "signed_in_at" timestamp with time zone;--> statement-breakpoint
-- Browsers keep their cookies: the hash of a stored token is what their token is now looked up by.
UPDATE "session" SET "signed_in_at" = "created_at", "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "session" ALTER COLUMN "signed_in_at" SET NOT NULL;
