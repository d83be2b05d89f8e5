ALTER TABLE "mails" ADD COLUMN "class" text;--> statement-breakpoint
-- Mails of earlier versions have no class, so it is set by subject. Unrecognized mails become acknowledgements; no
-- waiting mail is lost.
UPDATE "mails" SET "class" = CASE
	WHEN "subject" LIKE 'Your receipt: %' OR "subject" LIKE 'Your analytics portal: %' THEN 'receipt'
	WHEN "subject" LIKE 'New order: %' THEN 'order-notice'
	WHEN "subject" LIKE 'Your password for % was changed' OR "subject" LIKE 'Two-factor sign-in is %'
		OR "subject" LIKE 'New recovery codes for %' OR "subject" LIKE 'You are an administrator of %'
		OR "subject" LIKE 'A new browser signed in %' THEN 'security'
	WHEN "subject" LIKE 'A new password for %' OR "subject" LIKE 'You already have an account at %' THEN 'account'
	WHEN "subject" LIKE 'Confirm your address for %' THEN 'sign-up'
	WHEN "subject" LIKE 'New message from %' OR "subject" LIKE 'New demo request%'
		OR "subject" LIKE 'Test order: %' THEN 'notice'
	ELSE 'acknowledgement'
END;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "class" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_budget" ON "mails" USING btree ("class","sent_at");--> statement-breakpoint
CREATE INDEX "payments_payer" ON "payments" USING btree (lower("customer_email")) WHERE paid_at IS NOT NULL AND NOT is_test;
