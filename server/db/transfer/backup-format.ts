import { z } from 'zod';
import { partitionShape, sequenceShape, tableShape } from './tables.ts';

// The file is gzip of plain text: a line of JSON for the whole; for each table a line of JSON, its
// rows as COPY writes them, a line `\.`, and a line of JSON that says how many rows they were and
// their digest; then a last line. What is missing or altered shows before the last line is read.

export const backupHeader = z.object({
  northlight: z.literal('backup'),
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Of the schema the rows fit. */
  schema_version: z.number(),
  /** Tells whether an app secret is the one the access keys are sealed under, without telling it. */
  secret_mark: z.string(),
  partitions: z.array(partitionShape),
  sequences: z.array(sequenceShape),
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const tableLine = z.object({ table: tableShape });
export const tableEndLine = z.object({ rows: z.number(), sha256: z.string() });
export const lastLine = z.object({ end: z.literal(true), tables: z.number() });

export const endOfRows = Buffer.from('\\.\n');
