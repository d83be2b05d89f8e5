import type { FastifyBaseLogger } from 'fastify';

interface EndOptions {
  logger: FastifyBaseLogger;
  /** Longest an orderly end may take before the process leaves anyway. */
  maxMs: number;
  /** The same after an uncaught error; `maxMs` unless given. */
  faultMaxMs?: number;
  signals: NodeJS.Signals[];
  /** One after the other; one that fails does not keep the next from running. */
  steps: (() => Promise<void> | undefined)[];
}

/** Ends the process in order when it is told to, or when something unexpected happens; hands back what ends it. */
export function prepareEnd({
  logger,
  maxMs,
  faultMaxMs = maxMs,
  signals,
  steps,
}: EndOptions): (exitCode: number) => Promise<void> {
  let ending: Promise<void> | undefined;
  const runSteps = async (exitCode: number, limitMs: number) => {
    setTimeout(() => process.exit(1), limitMs).unref();
    for (const step of steps) {
      await step()?.catch((err) => logger.error({ err }, 'a step of the end failed'));
    }
    process.exit(exitCode);
  };
  const end = (exitCode: number, limitMs = maxMs) => {
    ending ??= runSteps(exitCode, limitMs);
    return ending;
  };
  for (const signal of signals) process.on(signal, () => void end(0));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'unexpected error');
    void end(1, faultMaxMs);
  });
  return end;
}
