CREATE TABLE "access_companies" (
	"access_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "access_companies_access_id_company_id_pk" PRIMARY KEY("access_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "access_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"lookup" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accesses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"rights" text[] NOT NULL,
	"filters" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"visits" integer DEFAULT 0 NOT NULL,
	"has_all_companies" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portal_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"company_id" uuid NOT NULL,
	"access_id" uuid NOT NULL,
	"access_name" text NOT NULL,
	"kind" text NOT NULL,
	"session_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_views" (
	"access_id" uuid PRIMARY KEY NOT NULL,
	"view" text NOT NULL,
	"password_hash" text,
	"embed_hosts" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
DROP INDEX "access_keys_one_current";--> statement-breakpoint
ALTER TABLE "access_keys" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_keys" ALTER COLUMN "sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_keys" ADD COLUMN "access_id" uuid;--> statement-breakpoint
ALTER TABLE "access_keys" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "access_keys" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
-- The one key of each company becomes its first access. Its cookies stay valid: they name the key, which keeps its id.
INSERT INTO "accesses" ("id", "company_id", "kind", "name", "rights", "created_at", "created_by", "last_used_at")
SELECT gen_random_uuid(), c."id", 'company', 'Company key',
       CASE WHEN c."viewers_may_annotate" THEN ARRAY['dashboard', 'money', 'orders', 'annotate', 'export']
            ELSE ARRAY['dashboard', 'money', 'orders', 'export'] END,
       c."created_at", '', (SELECT max(k."last_used_at") FROM "access_keys" k WHERE k."company_id" = c."id")
FROM "companies" c;--> statement-breakpoint
UPDATE "access_keys" k SET "ends_at" = k."revoked_at",
  "access_id" = (SELECT a."id" FROM "accesses" a WHERE a."company_id" = k."company_id" AND a."kind" = 'company');--> statement-breakpoint
ALTER TABLE "access_keys" ALTER COLUMN "access_id" SET NOT NULL;--> statement-breakpoint
-- The API keys of shops become accesses of programs. One that was replaced keeps its end.
INSERT INTO "accesses" ("id", "company_id", "kind", "name", "rights", "created_at", "created_by", "last_used_at")
SELECT k."id", k."company_id", 'token', k."name",
       CASE WHEN 'write' = ANY (k."scopes") AND 'read' = ANY (k."scopes") THEN ARRAY['money', 'orders', 'write-orders']
            WHEN 'write' = ANY (k."scopes") THEN ARRAY['write-orders']
            ELSE ARRAY['money', 'orders'] END,
       k."created_at", '', k."last_used_at"
FROM "api_keys" k;--> statement-breakpoint
INSERT INTO "access_keys" ("id", "company_id", "access_id", "lookup", "hint", "created_at", "ends_at")
SELECT gen_random_uuid(), k."company_id", k."id", k."lookup", k."hint", k."created_at", k."ends_at" FROM "api_keys" k;--> statement-breakpoint
DROP TABLE "api_keys";--> statement-breakpoint
ALTER TABLE "access_companies" ADD CONSTRAINT "access_companies_access_id_accesses_id_fk" FOREIGN KEY ("access_id") REFERENCES "accesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_companies" ADD CONSTRAINT "access_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_access_id_accesses_id_fk" FOREIGN KEY ("access_id") REFERENCES "accesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accesses" ADD CONSTRAINT "accesses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_openings" ADD CONSTRAINT "portal_openings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_access_id_accesses_id_fk" FOREIGN KEY ("access_id") REFERENCES "accesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_links_lookup" ON "access_links" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX "access_links_access" ON "access_links" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "access_links_expiry" ON "access_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accesses_company" ON "accesses" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "accesses_email" ON "accesses" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "accesses_one_company_key" ON "accesses" USING btree ("company_id") WHERE kind = 'company';--> statement-breakpoint
CREATE INDEX "portal_openings_newest" ON "portal_openings" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "portal_openings_company" ON "portal_openings" USING btree ("company_id","at","id");--> statement-breakpoint
CREATE INDEX "portal_openings_session" ON "portal_openings" USING btree ("access_id","session_id","at");--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_access_id_accesses_id_fk" FOREIGN KEY ("access_id") REFERENCES "accesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_keys_one_current" ON "access_keys" USING btree ("access_id") WHERE ends_at IS NULL;--> statement-breakpoint
ALTER TABLE "access_keys" DROP COLUMN "revoked_at";--> statement-breakpoint
ALTER TABLE "access_keys" DROP COLUMN "last_used_at";--> statement-breakpoint
ALTER TABLE "companies" DROP COLUMN "viewers_may_annotate";