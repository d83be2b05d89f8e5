CREATE TABLE "access_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"lookup" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "active_sessions" (
	"company_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"origin" text NOT NULL,
	"page_url" text NOT NULL,
	"user_agent" text NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	CONSTRAINT "active_sessions_company_id_session_id_pk" PRIMARY KEY("company_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "analytics_data" (
	"company_id" uuid NOT NULL,
	"source" text NOT NULL,
	"metric_name" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"metric_value" numeric(20, 4) NOT NULL,
	CONSTRAINT "analytics_data_company_id_source_metric_name_timestamp_pk" PRIMARY KEY("company_id","source","metric_name","timestamp")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"domain" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_totals" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"page_views" bigint NOT NULL,
	"users" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"revenue" numeric(20, 2) NOT NULL,
	"reading_minute" timestamp with time zone NOT NULL,
	"last_event_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"session_id" text,
	"path" text NOT NULL,
	"referrer_host" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"device" text NOT NULL,
	"order_id" text,
	"amount" numeric(12, 2),
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "events_company_id_id_occurred_at_pk" PRIMARY KEY("company_id","id","occurred_at")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "orders" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"event_id" uuid NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_company_id_order_id_pk" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "rollups_hourly" (
	"company_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"value" text NOT NULL,
	"page_views" integer NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "rollups_hourly_company_id_dimension_hour_value_pk" PRIMARY KEY("company_id","dimension","hour","value")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"company_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"entry_path" text NOT NULL,
	"referrer_host" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"device" text NOT NULL,
	CONSTRAINT "visits_company_id_session_id_pk" PRIMARY KEY("company_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_keys_lookup" ON "access_keys" USING btree ("lookup");--> statement-breakpoint
CREATE UNIQUE INDEX "access_keys_one_current" ON "access_keys" USING btree ("company_id") WHERE revoked_at IS NULL;--> statement-breakpoint
-- Rows that are updated again and again: room on each page keeps the updates heap-only.
ALTER TABLE "active_sessions" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "company_totals" SET (fillfactor = 40);--> statement-breakpoint
ALTER TABLE "analytics_data" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "rollups_hourly" SET (fillfactor = 80);
