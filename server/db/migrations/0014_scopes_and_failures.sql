CREATE TABLE "segment_failures" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"work" text NOT NULL,
	"error" text NOT NULL,
	"failures" integer NOT NULL,
	"first_failed_at" timestamp with time zone NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "segment_failures_company_id_store_id_work_pk" PRIMARY KEY("company_id","store_id","work")
);
--> statement-breakpoint
ALTER TABLE "analytics_data" ALTER COLUMN "metric_value" SET DATA TYPE numeric(38, 4);--> statement-breakpoint
ALTER TABLE "company_totals" ALTER COLUMN "revenue" SET DATA TYPE numeric(38, 4);--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{"write","read"}' NOT NULL;