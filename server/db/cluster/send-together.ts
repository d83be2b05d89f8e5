/**
 * Waits for statements that were sent together on one connection, and returns their results in order. Throws the error
 * of the first that failed: within a transaction, the later ones fail because of it.
 */
export async function sendTogether<Statements extends readonly unknown[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }>;
export async function sendTogether(statements: readonly unknown[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(statements);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
