import { Segments } from '../../features/segments/segments.ts';
import type { CommandEnvironment } from '../command.ts';
import type { CommandContext } from '../command-context.ts';

/** Runs `work` with the segment store of this machine. A running server may use the same store. */
export async function withSegments<Result>(
  { config, log }: CommandEnvironment,
  { db, databaseUrl }: CommandContext,
  work: (segments: Segments) => Promise<Result>,
): Promise<Result> {
  const logLine = (details: object, message: string) => {
    const err = 'err' in details ? details.err : undefined;
    log(err instanceof Error ? `${message}: ${err.message}` : message);
  };
  const segments = new Segments({
    db,
    databaseUrl,
    dataDir: config.dataDir,
    retentionDays: config.segmentRetentionDays,
    diskReserveBytes: config.diskReserveBytes,
    log: { info: logLine, warn: logLine },
  });
  try {
    return await work(segments);
  } finally {
    await segments.close();
  }
}
