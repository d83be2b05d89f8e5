import { type Logger, pino, stdSerializers } from 'pino';

/** One JSON object a line on standard output. */
export function createLogger(level: string): Logger {
  return pino({ level, serializers: { err: toLoggable } });
}

/** An error without what drivers hang onto theirs: whole connections, with their passwords. */
export function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client, ...told } = { client: undefined, ...stdSerializers.err(error) };
  return told;
}
