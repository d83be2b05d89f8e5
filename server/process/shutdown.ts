import type { FastifyBaseLogger } from 'fastify';

interface ShutdownOptions {
  logger: FastifyBaseLogger;
  /** The longest duration of all steps together. After it the process exits with code 1. */
  maxMs: number;
  /** The same after an uncaught exception. By default `maxMs`. */
  exceptionMaxMs?: number;
  signals: NodeJS.Signals[];
  /** Run one after the other. If one fails, the next ones still run. */
  steps: (() => Promise<void> | undefined)[];
}

/** Runs the steps and exits on the signals and after an uncaught exception. Returns the function that does so. */
export function registerShutdown({
  logger,
  maxMs,
  exceptionMaxMs = maxMs,
  signals,
  steps,
}: ShutdownOptions): (exitCode: number) => Promise<void> {
  let shutdown: Promise<void> | undefined;
  const runSteps = async (exitCode: number, limitMs: number) => {
    setTimeout(() => process.exit(1), limitMs).unref();
    for (const step of steps) {
      await step()?.catch((err) => logger.error({ err }, 'a shutdown step failed'));
    }
    process.exit(exitCode);
  };
  const shutDown = (exitCode: number, limitMs = maxMs) => {
    shutdown ??= runSteps(exitCode, limitMs);
    return shutdown;
  };
  for (const signal of signals) process.on(signal, () => void shutDown(0));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'uncaught exception; shutting down');
    void shutDown(1, exceptionMaxMs);
  });
  return shutDown;
}
