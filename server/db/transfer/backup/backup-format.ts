import { z } from 'zod';
import { partitionShape, sequenceShape, tableShape } from '../tables.ts';
import { segmentParts, segmentShape } from './segment-files.ts';

// The file is gzip-compressed text: a header line of JSON; for each table a line of JSON, its rows in the format of
// COPY, a line `\.` and a line of JSON with their number and checksum; for each segment file the same, with its bytes in
// base64; then a last line. So a missing or altered part is detected before the last line is read.
// Format 1, of releases without segments, has no segment files.

export const backupHeader = z.object({
  northlight: z.literal('backup'),
  format: z.literal([1, 2]),
  made_at: z.iso.datetime(),
  /** The version of the schema that the rows were stored with. */
  schema_version: z.number(),
  /** Identifies the app secret that the access keys are encrypted with, without revealing it. */
  secret_mark: z.string(),
  partitions: z.array(partitionShape),
  sequences: z.array(sequenceShape),
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const tableLine = z.object({ table: tableShape });
export const tableEndLine = z.object({ rows: z.number(), sha256: z.string() });
export const segmentLine = z.object({ segment: segmentShape, part: z.enum(segmentParts) });
export const segmentEndLine = z.object({ bytes: z.number(), sha256: z.string() });
export const lastLine = z.object({
  end: z.literal(true),
  tables: z.number(),
  /** The number of segment files. */
  files: z.number().default(0),
});

export const endOfRows = Buffer.from('\\.\n');
