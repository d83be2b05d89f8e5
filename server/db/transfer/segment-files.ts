import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { toTx } from '../client.ts';
import { isRawComplete, listRawTimes } from '../raw-events.ts';

const day = z.iso.date();
const count = z.number().int().min(0);

/** A row of `segments` without the store, which is another one after a restore. */
export const segmentShape = z.object({
  company_id: z.uuid(),
  first_day: day,
  last_day: day,
  // Becomes part of a path. The pattern prevents a forged backup from writing elsewhere.
  name: z.string().regex(/^[\w][\w.-]{0,99}$/),
  revision: count,
  time_zone: z.string(),
  format: count,
  hits: count,
  visits: count,
  bytes: count,
  built_at: z.iso.datetime({ offset: true }),
});
export type Segment = z.infer<typeof segmentShape>;

/** The files of a segment: `<name>.<part>.parquet`. */
export const segmentParts = ['hits', 'visits', 'sums'] as const;
export type SegmentPart = (typeof segmentParts)[number];

export function toSegmentPath(folder: string, segment: Segment, part: SegmentPart): string {
  return join(folder, segment.company_id, `${segment.name}.${part}.parquet`);
}

export const toStoreFile = (folder: string) => join(folder, 'store-id');

/** The id of the segment store in a folder. Undefined before a server has used it. */
export function findStoreId(folder: string): string | undefined {
  const file = toStoreFile(folder);
  return existsSync(file) ? z.uuid().parse(readFileSync(file, 'utf8').trim()) : undefined;
}

/**
 * The segments of this store that cannot be built again, because the events of their days were dropped. A backup of the
 * tables alone would lose what they hold.
 */
export async function listOnlyCopies(client: pg.Client, storeId: string): Promise<Segment[]> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('segments') IS NOT NULL AS exists`,
  );
  // The schema of a release without segments.
  if (!table.rows[0]?.exists) return [];
  const found = await client.query<{ segment: unknown }>(
    `SELECT to_jsonb(s) AS segment FROM segments s WHERE store_id = $1 ORDER BY company_id, first_day`,
    [storeId],
  );
  const raw = await listRawTimes(toTx(client));
  return found.rows
    .map((row) => segmentShape.parse(row.segment))
    .filter((segment) => !isRawComplete(raw, segment, new Date(segment.built_at)));
}
