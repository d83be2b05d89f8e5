CREATE TABLE "team_companies" (
	"user_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	CONSTRAINT "team_companies_user_id_company_id_pk" PRIMARY KEY("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"companies" text,
	"company_ids" uuid[] DEFAULT '{}' NOT NULL,
	"lookup" "bytea" NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "team_invitations_companies" CHECK ("team_invitations"."role" <> 'manager' OR ("team_invitations"."companies" IS NOT NULL AND "team_invitations"."companies" IN ('all', 'chosen')))
);
--> statement-breakpoint
-- Earlier releases ignored every role except "admin". None of those rows may become a role of this release.
DELETE FROM "user_roles" WHERE "role" IN ('manager', 'support');--> statement-breakpoint
-- An account has one role from now on.
DELETE FROM "user_roles" r WHERE EXISTS (
  SELECT FROM "user_roles" o WHERE o."user_id" = r."user_id" AND o."role" <> r."role"
    AND (o."role" = 'admin' OR (r."role" <> 'admin' AND o."role" < r."role"))
);--> statement-breakpoint
ALTER TABLE "user_roles" DROP CONSTRAINT "user_roles_user_id_role_pk";--> statement-breakpoint
ALTER TABLE "user_roles" ADD PRIMARY KEY ("user_id");--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "companies" text;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "team_companies" ADD CONSTRAINT "team_companies_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_companies" ADD CONSTRAINT "team_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_companies_company" ON "team_companies" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_lookup" ON "team_invitations" USING btree ("lookup");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_pending" ON "team_invitations" USING btree ("email") WHERE "team_invitations"."used_at" IS NULL AND "team_invitations"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX "team_invitations_expiry" ON "team_invitations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_companies" CHECK ("user_roles"."role" <> 'manager' OR ("user_roles"."companies" IS NOT NULL AND "user_roles"."companies" IN ('all', 'chosen')));