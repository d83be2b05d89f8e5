CREATE TABLE "address_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"new_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_changes_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_changes_expiry" ON "address_changes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_provider_id" UNIQUE("provider_id","account_id");