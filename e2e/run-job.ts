import PgBoss from 'pg-boss';
import type { Northlight } from './northlight.ts';
import { findDatabaseUrl } from './story-database.ts';

/** Makes a scheduled job of a running server due now. It starts within seconds, unless it is waiting already. */
export async function runJob({ dataDir }: Pick<Northlight, 'dataDir'>, name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: await findDatabaseUrl(dataDir),
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
