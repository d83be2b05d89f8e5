import type { Tx } from '../../../db/client.ts';

/** The clock of the database. */
export async function readDatabaseTime(tx: Tx): Promise<Date> {
  const found = await tx.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return found.rows[0]?.now ?? new Date(Number.NaN);
}

/** Settings that, when off, lose confirmed rows in a crash. */
export async function readDurability(tx: Tx): Promise<Record<string, string>> {
  const found = await tx.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name`,
  );
  return Object.fromEntries(found.rows.map(({ name, setting }) => [name, setting]));
}

/** The rights of the role of this connection. */
export async function readRole(tx: Tx): Promise<{ isSuperuser: boolean; ownsTables: boolean }> {
  const found = await tx.query<{ is_superuser: boolean; owns_tables: boolean }>(
    `SELECT r.rolsuper AS is_superuser,
            pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'companies'::regclass), 'MEMBER') AS owns_tables
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const [role] = found.rows;
  return { isSuperuser: role?.is_superuser ?? false, ownsTables: role?.owns_tables ?? false };
}
