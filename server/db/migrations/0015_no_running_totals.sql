-- Readings and running totals repeated what the events say. Statistics are answered from the events (decision 69).
DROP TABLE "analytics_data";--> statement-breakpoint
ALTER TABLE "company_totals" RENAME TO "dataset_revisions";--> statement-breakpoint
-- A cluster does not rename constraints of distributed tables, but their indexes.
ALTER INDEX "company_totals_pkey" RENAME TO "dataset_revisions_pkey";--> statement-breakpoint
ALTER TABLE "dataset_revisions" DROP COLUMN "page_views";--> statement-breakpoint
ALTER TABLE "dataset_revisions" DROP COLUMN "users";--> statement-breakpoint
ALTER TABLE "dataset_revisions" DROP COLUMN "orders";--> statement-breakpoint
ALTER TABLE "dataset_revisions" DROP COLUMN "revenue";--> statement-breakpoint
ALTER TABLE "dataset_revisions" DROP COLUMN "reading_minute";--> statement-breakpoint
-- Only the correction of readings needed them. The amounts are in the history and the conflicts of the order.
ALTER TABLE "shop_orders" DROP COLUMN "earlier_amount";--> statement-breakpoint
ALTER TABLE "shop_orders" DROP COLUMN "amount_since";
