import PgBoss from 'pg-boss';
import { attachEmbedded } from '../server/db/embedded/embedded.ts';
import type { Northlight } from './northlight.ts';

/** Makes a scheduled job of a running server due now. It starts within seconds, unless it is waiting already. */
export async function runJob({ dataDir }: Pick<Northlight, 'dataDir'>, name: string): Promise<void> {
  const embedded = await attachEmbedded({ dataDir });
  if (!embedded) throw new Error('the database is not running');
  const boss = new PgBoss({
    connectionString: embedded.url,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    await boss.send(name, {});
  } finally {
    await boss.stop({ graceful: false, wait: true });
  }
}
