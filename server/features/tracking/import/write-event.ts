import type { CopyText } from '../../../db/copy-text.ts';
import { givenColumns } from '../event-columns.ts';
import type { LoadedEvent } from './bulk-load.queries.ts';

/** Appends a row of `events` without its company. */
export function writeEvent(text: CopyText, event: LoadedEvent): void {
  for (const column of givenColumns) text.write(event[column]);
  text.endLine();
}
