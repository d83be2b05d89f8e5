import { destination, type Logger, pino, stdSerializers } from 'pino';

/** Lines that cannot be written wait in memory up to this much, then they are dropped. */
const unwrittenBytesMax = 1024 * 1024;

/** One JSON object a line on standard output. */
export function createLogger(level: string, fd = 1): Logger {
  const output = destination({ fd, sync: true, maxLength: unwrittenBytesMax });
  // The disk under a log file may be full: losing lines is better than ending the process.
  output.on('error', () => {});
  return pino({ level, serializers: { err: toLoggable } }, output);
}

/**
 * An error without what drivers hang onto theirs: whole connections, with their passwords, and the values of
 * statements, which are people's addresses, letters and sessions.
 */
export function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client, params, detail, where, ...told } = {
    client: undefined,
    params: undefined,
    detail: undefined,
    where: undefined,
    ...stdSerializers.err(error),
  };
  return { ...told, message: withoutValues(error, told.message), stack: withoutValues(error, told.stack) };
}

/** Text made of an error and its causes: of a statement that failed it keeps the words, not the values. */
function withoutValues(error: Error, text: string): string {
  let kept = text;
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('query' in each && 'params' in each) {
      kept = kept.replaceAll(each.message, () => `Failed query: ${each.query}`);
    }
    if (each === each.cause) break;
  }
  return kept;
}
