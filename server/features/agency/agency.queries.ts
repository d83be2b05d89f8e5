import { count, desc, eq, inArray, lte, max } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { agencySettings, brandFiles } from '../../db/schema/agency.ts';

export type SettingsRow = typeof agencySettings.$inferSelect;

/** 0 before the first change. */
export async function findNewestVersion(tx: Tx): Promise<number> {
  const [found] = await tx.orm.select({ newest: max(agencySettings.version) }).from(agencySettings);
  return found?.newest ?? 0;
}

/** The newest settings up to a version. */
export async function findSettingsUpTo(tx: Tx, version: number): Promise<SettingsRow | undefined> {
  const [found] = await tx.orm
    .select()
    .from(agencySettings)
    .where(lte(agencySettings.version, version))
    .orderBy(desc(agencySettings.version))
    .limit(1);
  return found;
}

export async function findSettings(tx: Tx, version: number): Promise<SettingsRow | undefined> {
  const [found] = await tx.orm.select().from(agencySettings).where(eq(agencySettings.version, version));
  return found;
}

/** Newest first, without the settings themselves. */
export async function listSettingsVersions(tx: Tx, limit: number): Promise<Omit<SettingsRow, 'settings'>[]> {
  return tx.orm
    .select({
      version: agencySettings.version,
      changed_fields: agencySettings.changed_fields,
      restored_version: agencySettings.restored_version,
      changed_by: agencySettings.changed_by,
      changed_at: agencySettings.changed_at,
    })
    .from(agencySettings)
    .orderBy(desc(agencySettings.version))
    .limit(limit);
}

/** False if another request has saved a version with this number. */
export async function insertSettings(tx: Tx, row: SettingsRow): Promise<boolean> {
  const inserted = await tx.orm
    .insert(agencySettings)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: agencySettings.version });
  return inserted.length === 1;
}

export interface BrandFileFacts {
  digest: string;
  kind: string;
  width: number;
  height: number;
}

/** The logos with these digests, without their content and without those that do not exist. */
export async function listBrandFiles(tx: Tx, digests: string[]): Promise<BrandFileFacts[]> {
  if (digests.length === 0) return [];
  return tx.orm
    .select({
      digest: brandFiles.digest,
      kind: brandFiles.kind,
      width: brandFiles.width,
      height: brandFiles.height,
    })
    .from(brandFiles)
    .where(inArray(brandFiles.digest, digests));
}

export type BrandFile = typeof brandFiles.$inferSelect;

export async function findBrandFile(tx: Tx, digest: string): Promise<BrandFile | undefined> {
  const [found] = await tx.orm.select().from(brandFiles).where(eq(brandFiles.digest, digest));
  return found;
}

/** Stores a logo. One that is stored already has the age of a new one from then on. */
export async function storeBrandFile(tx: Tx, row: typeof brandFiles.$inferInsert): Promise<void> {
  const { created_at } = row;
  await tx.orm
    .insert(brandFiles)
    .values(row)
    .onConflictDoUpdate({ target: brandFiles.digest, set: { created_at } });
}

/** The digests of the logos of all companies, and of every version of the settings. */
export async function listNamedLogos(tx: Tx): Promise<string[]> {
  // Two statements, because on a cluster only one of the tables is on every machine.
  const statements = [
    `SELECT brand->>'logoLight' AS light, brand->>'logoDark' AS dark FROM companies WHERE brand IS NOT NULL`,
    `SELECT DISTINCT settings#>>'{look,logoLight}' AS light, settings#>>'{look,logoDark}' AS dark FROM agency_settings`,
  ];
  const named = new Set<string>();
  for (const statement of statements) {
    const found = await tx.query<{ light: string | null; dark: string | null }>(statement);
    for (const { light, dark } of found.rows)
      for (const digest of [light, dark]) if (digest !== null) named.add(digest);
  }
  return [...named];
}

export async function deleteBrandFiles(
  tx: Tx,
  { createdBefore, except }: { createdBefore: Date; except: string[] },
): Promise<void> {
  await tx.query('DELETE FROM brand_files WHERE created_at < $1 AND digest <> ALL($2::text[])', [
    createdBefore,
    except,
  ]);
}

export async function countBrandFiles(tx: Tx): Promise<number> {
  const [found] = await tx.orm.select({ files: count() }).from(brandFiles);
  return found?.files ?? 0;
}
