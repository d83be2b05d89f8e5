#!/bin/sh
# Creates the two roles of Northlight in its database: northlight_owner owns every table and migrates,
# northlight_app can read and change rows but not create, alter or drop anything. The image runs this for a new
# database. For an existing one, run it once while Northlight is stopped:
#
#   docker compose up -d database && docker compose exec database sh /docker-entrypoint-initdb.d/roles.sh
#
# It can be run again, for example to change the passwords.
set -eu

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --quiet \
  --set app_password="$APP_PASSWORD" --set owner_password="$OWNER_PASSWORD" --set database="$POSTGRES_DB" \
  --set superuser="$POSTGRES_USER" <<'SQL'
SELECT format('CREATE ROLE %I', role) FROM unnest(ARRAY['northlight_owner', 'northlight_app']) AS role
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec
ALTER ROLE northlight_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE northlight_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'app_password';
-- A role can change its own settings. Reset them to the server's defaults.
ALTER ROLE northlight_owner RESET ALL;
ALTER ROLE northlight_app RESET ALL;
ALTER DATABASE :"database" OWNER TO northlight_owner;
REVOKE TEMPORARY ON DATABASE :"database" FROM PUBLIC;

-- By default every role can create large objects. Northlight uses none, and no limit applies to them.
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;

-- Objects that an earlier release created as the superuser.
SELECT format('ALTER SCHEMA %I OWNER TO northlight_owner', nspname) FROM pg_namespace
WHERE nspname IN ('pgboss', 'drizzle') \gexec
SELECT format('ALTER TABLE %s OWNER TO northlight_owner', c.oid::regclass)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'pgboss', 'drizzle') AND c.relkind IN ('r', 'p')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e') \gexec
SELECT format('ALTER FUNCTION %s OWNER TO northlight_owner', p.oid::regprocedure)
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'pgboss' \gexec
SELECT format('ALTER TYPE %s OWNER TO northlight_owner', t.oid::regtype)
FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.nspname = 'pgboss' AND t.typtype = 'e' \gexec

-- Without a password the superuser can sign in only on the socket inside the container.
ALTER ROLE :"superuser" PASSWORD NULL;
SQL
