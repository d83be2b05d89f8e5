CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"lookup" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shop_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"sealed_secret" "bytea",
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_deliveries" (
	"connection_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"topic" text NOT NULL,
	"result" text NOT NULL,
	"detail" text NOT NULL,
	"order_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shop_deliveries_connection_id_id_pk" PRIMARY KEY("connection_id","id")
);
--> statement-breakpoint
CREATE TABLE "shop_order_history" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reporter" text NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "shop_order_history_company_id_order_id_id_pk" PRIMARY KEY("company_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "shop_order_refunds" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"verified_by" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"event_id" uuid,
	CONSTRAINT "shop_order_refunds_company_id_order_id_refund_id_pk" PRIMARY KEY("company_id","order_id","refund_id")
);
--> statement-breakpoint
CREATE TABLE "shop_payments" (
	"company_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text,
	"waiting_refunds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_payments_company_id_payment_id_pk" PRIMARY KEY("company_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "unpaid_shop_orders" (
	"company_id" uuid NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"verified_by" text NOT NULL,
	"provider_changed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unpaid_shop_orders_company_id_order_id_pk" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "company_totals" ALTER COLUMN "revenue" SET DATA TYPE numeric(24, 4);--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "removed_shop_orders" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_order_conflicts" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ALTER COLUMN "amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ALTER COLUMN "earlier_amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ALTER COLUMN "refunded_amount" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ALTER COLUMN "refunded_amount" SET DEFAULT '0';--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "counts_only_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_shop_orders" ADD COLUMN "was_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "foreign_currency" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "verified_by" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "provider_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "customer_hash" "bytea";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "items" jsonb;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD CONSTRAINT "shop_connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_deliveries" ADD CONSTRAINT "shop_deliveries_connection_id_shop_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."shop_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_lookup" ON "api_keys" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX "api_keys_company" ON "api_keys" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_connections_provider" ON "shop_connections" USING btree ("company_id","provider");