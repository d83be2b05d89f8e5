import { z } from 'zod';
import type { Tx } from '../../db/client.ts';

const counts = z.array(z.object({ state: z.string(), n: z.number() }));

/** How many mails of a class are in each state. */
export async function countMailsByState(tx: Tx, mailClass: string): Promise<Record<string, number>> {
  const { rows } = await tx.query(
    'SELECT state, count(*)::int AS n FROM mails WHERE class = $1 GROUP BY state',
    [mailClass],
  );
  return Object.fromEntries(counts.parse(rows).map(({ state, n }) => [state, n]));
}
