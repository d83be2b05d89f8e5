CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"verified_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "site_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "site_checks_company" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "rejection_counts" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "rejection_counts_company_id_day_reason_pk" PRIMARY KEY("company_id","day","reason")
);
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"company_id" uuid NOT NULL,
	"version" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "script_versions_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "groups" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "setup" jsonb;--> statement-breakpoint
ALTER TABLE "rejected_events" ADD COLUMN "day" date;--> statement-breakpoint
-- The rows of earlier versions have no days: each counts on the day of its last event.
UPDATE "rejected_events" SET "day" = ("last_at" AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE "rejected_events" ALTER COLUMN "day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "rejected_events" DROP CONSTRAINT "rejected_events_company_id_reason_from_page_host_pk";--> statement-breakpoint
ALTER TABLE "rejected_events" ADD CONSTRAINT "rejected_events_company_id_day_reason_from_page_host_pk" PRIMARY KEY("company_id","day","reason","from_page","host");--> statement-breakpoint
ALTER TABLE "site_checks" ADD CONSTRAINT "site_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_runs_newest" ON "backup_runs" USING btree ("started_at");
