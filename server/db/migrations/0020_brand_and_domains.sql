CREATE TABLE "agency_settings" (
	"version" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changed_fields" text[] NOT NULL,
	"restored_version" integer,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_files" (
	"digest" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"company_id" uuid,
	"proof" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"found_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"problem" text,
	"failing_since" timestamp with time zone,
	CONSTRAINT "custom_domains_claim" UNIQUE NULLS NOT DISTINCT("host","company_id")
);
--> statement-breakpoint
CREATE TABLE "installation_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "brand" jsonb;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "product_title" text;--> statement-breakpoint
ALTER TABLE "custom_domains" ADD CONSTRAINT "custom_domains_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_files_oldest" ON "brand_files" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domains_in_use" ON "custom_domains" USING btree ("host") WHERE verified_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "custom_domains_company" ON "custom_domains" USING btree ("company_id");--> statement-breakpoint
-- Sites of existing companies may have a tracking code with the names that the functions of the script had before.
INSERT INTO "installation_facts" ("name", "value") SELECT 'answers_former_names', 'true' WHERE EXISTS (SELECT FROM "companies");
