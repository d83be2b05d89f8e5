ALTER TABLE "companies" ADD COLUMN "portal_display" jsonb;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "tax" numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "shipping" numeric;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "net" numeric;