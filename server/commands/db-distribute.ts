import { joinDatabase } from '../db/open-database.ts';
import { distributeDatabase } from '../db/transfer/distribute.ts';
import { inSession } from '../db/transfer/session.ts';
import { defineCommand } from './command.ts';
import { prepareDatabase } from './prepare-database.ts';

export const dbDistribute = defineCommand({
  usage: 'db distribute',
  does: 'On a Citus cluster, spreads the companies over its machines. Changes nothing on plain PostgreSQL.',
  options: [],
  run: async ({ config, print, log }) => {
    const database = await joinDatabase(config, log);
    try {
      await prepareDatabase(database.url, log);
      const outcome = await inSession(database.url, (client) => distributeDatabase(client, print));
      print(describeOutcome(outcome.is));
    } finally {
      await database.stop();
    }
  },
});

function describeOutcome(outcome: 'plain' | 'available' | 'distributed'): string {
  if (outcome === 'plain') return 'This is plain PostgreSQL, without Citus: there is nothing to distribute.';
  if (outcome === 'available')
    return 'Citus is installed on this server, but not in this database. Run CREATE EXTENSION citus there first.';
  return 'The companies are spread over the cluster.';
}
