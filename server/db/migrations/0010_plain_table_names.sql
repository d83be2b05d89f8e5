ALTER TABLE "payments" RENAME TO "purchases";--> statement-breakpoint
ALTER TABLE "payment_events" RENAME TO "purchase_events";--> statement-breakpoint
ALTER TABLE "orders" RENAME TO "shop_orders";--> statement-breakpoint
ALTER TABLE "order_conflicts" RENAME TO "shop_order_conflicts";--> statement-breakpoint
ALTER TABLE "removed_orders" RENAME TO "removed_shop_orders";--> statement-breakpoint
ALTER TABLE "refused_events" RENAME TO "rejected_events";--> statement-breakpoint
-- Unused since purchases are recognized by an idempotency key. Its unique index goes with it.
ALTER TABLE "purchases" DROP COLUMN "attempt_id";--> statement-breakpoint
ALTER TABLE "purchase_events" RENAME COLUMN "payment_id" TO "purchase_id";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "payments_pkey" TO "purchases_pkey";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "payments_company_id_companies_id_fk" TO "purchases_company_id_companies_id_fk";--> statement-breakpoint
ALTER INDEX "payments_session" RENAME TO "purchases_session";--> statement-breakpoint
ALTER INDEX "payments_intent" RENAME TO "purchases_intent";--> statement-breakpoint
ALTER INDEX "payments_newest" RENAME TO "purchases_newest";--> statement-breakpoint
ALTER INDEX "payments_state" RENAME TO "purchases_state";--> statement-breakpoint
ALTER INDEX "payments_payer" RENAME TO "purchases_payer";--> statement-breakpoint
ALTER TABLE "purchase_events" RENAME CONSTRAINT "payment_events_pkey" TO "purchase_events_pkey";--> statement-breakpoint
ALTER TABLE "purchase_events" RENAME CONSTRAINT "payment_events_payment_id_payments_id_fk" TO "purchase_events_purchase_id_purchases_id_fk";--> statement-breakpoint
ALTER INDEX "payment_events_payment" RENAME TO "purchase_events_purchase";--> statement-breakpoint
ALTER INDEX "payment_events_intent" RENAME TO "purchase_events_intent";--> statement-breakpoint
ALTER TABLE "shop_orders" RENAME CONSTRAINT "orders_company_id_order_id_pk" TO "shop_orders_company_id_order_id_pk";--> statement-breakpoint
ALTER TABLE "shop_order_conflicts" RENAME CONSTRAINT "order_conflicts_company_id_order_id_source_amount_pk" TO "shop_order_conflicts_company_id_order_id_source_amount_pk";--> statement-breakpoint
ALTER TABLE "removed_shop_orders" RENAME CONSTRAINT "removed_orders_company_id_order_id_pk" TO "removed_shop_orders_company_id_order_id_pk";--> statement-breakpoint
ALTER TABLE "rejected_events" RENAME CONSTRAINT "refused_events_company_id_reason_from_page_host_pk" TO "rejected_events_company_id_reason_from_page_host_pk";--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'two-factor.' || split_part("action", '.', 2) WHERE "action" LIKE 'second-factor.%';--> statement-breakpoint
UPDATE "audit_log" SET "action" = 'company.key-replaced' WHERE "action" = 'company.key-rotated';
