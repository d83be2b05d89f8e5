CREATE TABLE "refused_events" (
	"company_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"host" text NOT NULL,
	"from_page" boolean NOT NULL,
	"agent" text NOT NULL,
	"detail" text NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_events_company_id_reason_from_page_host_pk" PRIMARY KEY("company_id","reason","from_page","host")
);
