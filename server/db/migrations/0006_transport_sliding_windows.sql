ALTER TABLE "attempts" ADD COLUMN "passed_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was counted in a window that has not ended goes on counting until it ends.
UPDATE "attempts" SET "passed_at" = array_fill(now(), ARRAY[least("count", 100)]) WHERE "ends_at" > now();
