CREATE TABLE "pending_sign_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_sign_ups_email_password" UNIQUE("email","password_hash")
);
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_expiry" ON "pending_sign_ups" USING btree ("expires_at");--> statement-breakpoint
-- Until now a sign-up was a user without a confirmed address. It becomes a pending sign-up under the same id, which
-- the links already mailed carry. A user with a role, a session or a second factor stays: a password reset confirms it.
INSERT INTO "pending_sign_ups" ("id", "email", "password_hash", "created_at", "expires_at")
SELECT DISTINCT ON (u."id") u."id", u."email", a."password", u."created_at", u."created_at" + interval '7 days'
FROM "user" u
JOIN "account" a ON a."user_id" = u."id" AND a."provider_id" = 'credential' AND a."password" IS NOT NULL
WHERE NOT u."email_verified"
  AND NOT EXISTS (SELECT FROM "user_roles" r WHERE r."user_id" = u."id")
  AND NOT EXISTS (SELECT FROM "session" s WHERE s."user_id" = u."id")
  AND NOT EXISTS (SELECT FROM "two_factor" t WHERE t."user_id" = u."id");--> statement-breakpoint
-- Tokens of password resets asked for before the address was confirmed.
DELETE FROM "verification" v USING "pending_sign_ups" p WHERE v."value" = p."id";--> statement-breakpoint
-- Their rows in "account" go with them.
DELETE FROM "user" u USING "pending_sign_ups" p WHERE u."id" = p."id";
