import { attachOrStartDatabase } from '../../db/open-database.ts';
import { withConnection } from '../../db/transfer/connection.ts';
import { distributeDatabase } from '../../db/transfer/distribute.ts';
import { defineCommand } from '../command.ts';
import { prepareDatabase } from '../prepare-database.ts';

export const dbDistribute = defineCommand({
  usage: 'db distribute',
  summary:
    'Distributes the companies over the machines of a Citus cluster. Does nothing on plain PostgreSQL.',
  options: [],
  run: async ({ config, print, log }) => {
    const database = await attachOrStartDatabase(config, log);
    try {
      await prepareDatabase(database.url, log);
      const outcome = await withConnection(database.url, (client) => distributeDatabase(client, print));
      print(describeOutcome(outcome.is));
    } finally {
      await database.stop();
    }
  },
});

function describeOutcome(outcome: 'plain' | 'available' | 'distributed'): string {
  if (outcome === 'plain')
    return 'This is plain PostgreSQL, without Citus: there is nothing to distribute. Nothing was changed.';
  if (outcome === 'available')
    return 'Citus is installed on this server, but not in this database. Nothing was changed. Run CREATE EXTENSION citus in it, then run this command again.';
  return 'The companies are distributed over the cluster.';
}
