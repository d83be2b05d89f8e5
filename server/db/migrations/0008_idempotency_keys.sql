CREATE TABLE "idempotency_keys" (
	"digest" text PRIMARY KEY NOT NULL,
	"content_digest" text NOT NULL,
	"created_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_oldest" ON "idempotency_keys" USING btree ("created_at");