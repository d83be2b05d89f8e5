import { destination, type Logger, pino, stdSerializers } from 'pino';

/** Lines that cannot be written are buffered up to this size, then dropped. */
const unwrittenBytesMax = 1024 * 1024;

/** Creates a logger that writes one JSON object per line, by default to standard output. */
export function createLogger(level: string, fd = 1): Logger {
  const output = destination({ fd, sync: true, maxLength: unwrittenBytesMax });
  // If the disk of the log file is full, losing lines is better than ending the process.
  output.on('error', () => {});
  return pino({ level, serializers: { err: toLoggable } }, output);
}

/**
 * Removes what database drivers attach to errors: connections, with their passwords, and the values of statements,
 * such as email addresses, messages and sessions.
 */
export function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client, params, detail, where, ...loggable } = {
    client: undefined,
    params: undefined,
    detail: undefined,
    where: undefined,
    ...stdSerializers.err(error),
  };
  return {
    ...loggable,
    message: withoutValues(error, loggable.message),
    stack: withoutValues(error, loggable.stack),
  };
}

/** Enough for two messages. */
const lineMax = 300;

/** An error that is expected under load, as one short line: its message and those of its causes, without stacks. */
export function toLogLine(error: Error): string {
  const messages: string[] = [];
  for (let each: unknown = error; each instanceof Error && messages.length < 4; each = each.cause) {
    const [line = ''] = withoutValues(each, each.message).split('\n', 1);
    messages.push('code' in each && each !== error ? `${line} (${each.code})` : line);
  }
  return messages.join(' < ').slice(0, lineMax).toWellFormed();
}

/** Removes the values of failed statements from the message or stack of an error. The statements themselves stay. */
function withoutValues(error: Error, text: string): string {
  let cleaned = text;
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('query' in each && 'params' in each) {
      cleaned = cleaned.replaceAll(each.message, () => `Failed query: ${each.query}`);
    }
    if (each === each.cause) break;
  }
  return cleaned;
}
