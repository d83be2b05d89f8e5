CREATE TABLE "daily_visitors" (
	"company_id" uuid NOT NULL,
	"visitor_id" bigint NOT NULL,
	"network_id" bigint,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_visitors_company_id_visitor_id_pk" PRIMARY KEY("company_id","visitor_id")
);
--> statement-breakpoint
CREATE TABLE "event_changes" (
	"company_id" uuid NOT NULL,
	"revision" bigint NOT NULL,
	"event_ids" uuid[],
	"event_times" timestamp with time zone[],
	"range_from" timestamp with time zone,
	"range_to" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_changes_company_id_revision_pk" PRIMARY KEY("company_id","revision")
);
--> statement-breakpoint
CREATE TABLE "segment_states" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"revision" bigint NOT NULL,
	"time_zone" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "segment_states_company_id_store_id_pk" PRIMARY KEY("company_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"company_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"name" text NOT NULL,
	"revision" bigint NOT NULL,
	"time_zone" text NOT NULL,
	"format" integer NOT NULL,
	"hits" bigint NOT NULL,
	"visits" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"built_at" timestamp with time zone NOT NULL,
	CONSTRAINT "segments_company_id_store_id_first_day_pk" PRIMARY KEY("company_id","store_id","first_day")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"salt" "bytea" NOT NULL,
	"destroy_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitor_salts_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
ALTER TABLE "active_sessions" ADD COLUMN "visitor_id" bigint;--> statement-breakpoint
ALTER TABLE "active_sessions" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "active_sessions" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "stores_visitor_id" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "has_hash_routing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "demo_dataset_id" uuid;--> statement-breakpoint
ALTER TABLE "company_totals" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "visitor_id" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "tab_id" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "referrer_path" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "utm_source" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "utm_medium" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "utm_campaign" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "utm_term" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "utm_content" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "click_id" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "browser_version" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "os_version" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "screen" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "event_name" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "properties" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "engaged_ms" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "refunded_amount" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
-- Visits known only from session events become events, so that the statistics count them. Visits of months whose
-- events are gone stay in the running totals and readings.
DO $$
DECLARE months text[] := ARRAY(SELECT right(inhrelid::regclass::text, 7) FROM pg_inherits WHERE inhparent = 'events'::regclass);
BEGIN
  EXECUTE format($sql$
    INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device, occurred_at)
    SELECT v.company_id, gen_random_uuid(), 'session', v.session_id, v.entry_path, v.referrer_host, v.browser, v.os,
           v.device, v.started_at
    FROM visits v LEFT JOIN (SELECT DISTINCT company_id, session_id FROM events WHERE session_id IS NOT NULL) e
      ON e.company_id = v.company_id AND e.session_id = v.session_id
    WHERE e.session_id IS NULL AND to_char(v.started_at AT TIME ZONE 'UTC', 'YYYY_MM') = ANY (%L::text[])
  $sql$, months);
END $$;--> statement-breakpoint
DROP TABLE "rollups_hourly";--> statement-breakpoint
DROP TABLE "visits";
