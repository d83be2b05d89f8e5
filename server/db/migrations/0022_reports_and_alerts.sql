CREATE TABLE "alert_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"event" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"mail_id" uuid,
	"withheld" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_profiles" (
	"company_id" uuid NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"profile" jsonb NOT NULL,
	"examined_day" date,
	"examined_until" timestamp with time zone,
	CONSTRAINT "alert_profiles_company" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "alert_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"kinds" text[] NOT NULL,
	"sees_money" boolean NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"time_zone" text NOT NULL,
	"muted_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"company_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	CONSTRAINT "alert_settings_company" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"day" date,
	"facts" jsonb NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"kinds" text[] NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"sealed_previous" "bytea",
	"previous_ends_at" timestamp with time zone,
	"is_on" boolean NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_contents_scope" UNIQUE("report_id","scope")
);
--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"content_id" uuid,
	"recipient_id" uuid,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"state" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	CONSTRAINT "report_deliveries_once" UNIQUE("report_id","recipient_id","number")
);
--> statement-breakpoint
CREATE TABLE "report_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"access_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"sees_money" boolean NOT NULL,
	"is_weekly" boolean NOT NULL,
	"is_monthly" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_settings" (
	"company_id" uuid NOT NULL,
	"is_weekly" boolean NOT NULL,
	"is_monthly" boolean NOT NULL,
	"is_held" boolean NOT NULL,
	"weekly_since" timestamp with time zone,
	"monthly_since" timestamp with time zone,
	CONSTRAINT "report_settings_company" UNIQUE("company_id")
);
--> statement-breakpoint
CREATE TABLE "report_templates" (
	"version" integer PRIMARY KEY NOT NULL,
	"template" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"state" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"comment_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text DEFAULT '' NOT NULL,
	"made_at" timestamp with time zone,
	CONSTRAINT "reports_period" UNIQUE("company_id","kind","first_day")
);
--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "monthly_target" integer;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_recipient_id_alert_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "alert_recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_profiles" ADD CONSTRAINT "alert_profiles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_recipients" ADD CONSTRAINT "alert_recipients_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_contents" ADD CONSTRAINT "report_contents_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_content_id_report_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "report_contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_recipient_id_report_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "report_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_access_id_accesses_id_fk" FOREIGN KEY ("access_id") REFERENCES "accesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_settings" ADD CONSTRAINT "report_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notices_once" ON "alert_notices" USING btree ("alert_id","recipient_id","event");--> statement-breakpoint
CREATE INDEX "alert_notices_recipient" ON "alert_notices" USING btree ("recipient_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_notices_due" ON "alert_notices" USING btree ("due_at") WHERE mail_id IS NULL AND withheld IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_recipients_address" ON "alert_recipients" USING btree (coalesce(company_id, '00000000-0000-0000-0000-000000000000'),lower(email));--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("found_at","id");--> statement-breakpoint
CREATE INDEX "alerts_company" ON "alerts" USING btree ("company_id","found_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_lasting" ON "alerts" USING btree (coalesce(company_id, '00000000-0000-0000-0000-000000000000'),"kind","subject") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_day" ON "alerts" USING btree ("company_id","kind","subject","day") WHERE day IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_attempts_message" ON "webhook_attempts" USING btree ("message_id","at");--> statement-breakpoint
CREATE INDEX "webhook_messages_newest" ON "webhook_messages" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_messages_due" ON "webhook_messages" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhooks_company" ON "webhooks" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_mail" ON "report_deliveries" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_unsent" ON "report_deliveries" USING btree ("mail_id") WHERE state <> 'sent';--> statement-breakpoint
CREATE INDEX "report_deliveries_recipient" ON "report_deliveries" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_content" ON "report_deliveries" USING btree ("content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_recipients_access" ON "report_recipients" USING btree ("access_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_recipients_address" ON "report_recipients" USING btree ("company_id",lower(email)) WHERE access_id IS NULL;--> statement-breakpoint
CREATE INDEX "reports_state" ON "reports" USING btree ("state","first_day");--> statement-breakpoint
CREATE INDEX "reports_unmade" ON "reports" USING btree ("first_day","id") WHERE state = 'released' AND made_at IS NULL;