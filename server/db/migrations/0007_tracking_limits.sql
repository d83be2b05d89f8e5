CREATE TABLE "order_conflicts" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"source" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"host" text NOT NULL,
	"count" bigint NOT NULL,
	"last_event_id" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_conflicts_company_id_order_id_source_amount_pk" PRIMARY KEY("company_id","order_id","source","amount")
);
--> statement-breakpoint
CREATE TABLE "removed_orders" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_orders_company_id_order_id_pk" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "active_sessions" ADD COLUMN "viewer_id" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "order_amount_max" integer DEFAULT 100000 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "earlier_amount" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "amount_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "active_sessions_viewer" ON "active_sessions" USING btree ("company_id","viewer_id") WHERE viewer_id IS NOT NULL;