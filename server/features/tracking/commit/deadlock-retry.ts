/** Retries after a deadlock: two processes locked the same rows, and the database rolled one of them back. */
export async function withDeadlockRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || attempt === 3) throw error;
    }
  }
}
