import type { CopyClient } from '../../../db/snapshot.ts';

/** Runs an export on one consistent state of all tables. */
export type InSnapshot = <Result>(work: (client: CopyClient) => Promise<Result>) => Promise<Result>;
