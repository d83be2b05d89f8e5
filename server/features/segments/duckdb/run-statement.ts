import type { DuckDBConnection, DuckDBValue, Json } from '@duckdb/node-api';
import { AppError, unavailable } from '../../../platform/errors.ts';

const interruptIntervalMs = 100;

/**
 * Runs one statement until the deadline (`performance.now()`). Throws a 503 when it took longer or needs too much memory.
 */
export async function runStatement<Row extends Record<string, Json>>(
  connection: DuckDBConnection,
  sql: string,
  params: DuckDBValue[],
  deadline: number,
): Promise<Row[]> {
  let isOver = false;
  let interrupts: NodeJS.Timeout | undefined;
  const timer = Number.isFinite(deadline)
    ? setTimeout(() => {
        isOver = true;
        connection.interrupt();
        // An interrupt while the statement is being prepared has no effect: DuckDB clears it when execution begins.
        interrupts = setInterval(() => connection.interrupt(), interruptIntervalMs);
      }, deadline - performance.now())
    : undefined;
  try {
    const reader = await connection.runAndReadAll(sql, params);
    // The row's type is what the statement selects, as with `Tx.query`.
    return reader.getRowObjectsJson() as Row[];
  } catch (error) {
    if (isFatal(error)) throw error;
    if (isOver) throw new StatementTooSlow(error);
    if (isOutOfMemory(error)) throw unavailable(error);
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(interrupts);
  }
}

/** Also of the 503 that it is answered with. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Out of Memory Error/.test(error.message) || (error.cause !== undefined && isOutOfMemory(error.cause)));

/** A failed assertion of DuckDB, and what it answers everything with afterwards. */
export const isFatal = (error: unknown) =>
  error instanceof Error && /^(?:INTERNAL|FATAL) Error/.test(error.message);

/** The statement was interrupted at its deadline. */
export class StatementTooSlow extends AppError {
  constructor(cause: unknown) {
    super(503, 'unavailable', 'This question took too long. Please ask for a shorter period.', {
      cause,
      headers: { 'retry-after': '2' },
    });
  }
}
