import type { CopyText } from '../../../db/copy-text.ts';
import { type LoadedEvent, loadedColumns } from './bulk-load.queries.ts';

/** Appends a row of `events` without its company. */
export function writeEvent(text: CopyText, event: LoadedEvent): void {
  for (const column of loadedColumns) text.write(event[column]);
  text.endLine();
}
