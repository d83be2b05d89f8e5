import { openDb } from '../../../server/db/client.ts';
import { createToken } from '../../../server/features/access/tokens/tokens.ts';
import { operator } from '../../../server/platform/audit.ts';
import { startNorthlight } from '../../northlight.ts';
import { expectAnswersEqualRecount } from '../answers.ts';
import { openFixture } from '../fixture.ts';
import { expectLedgerEquals, startOrderSenders } from '../order-senders.ts';
import { appSecret, type Scenario, waitUntil } from '../scenario.ts';

const senders = 10;
const acknowledgedPerRound = 40;

export const ordersKilled: Scenario = {
  name: 'the server is killed (kill -9) while servers report orders and refunds, repeatedly',
  promise: 'orders, refunds and statistics equal the acknowledged calls to the cent',
  run: async (environment) => {
    const fixture = await openFixture(environment);
    const url = await fixture.databaseUrl();
    const db = openDb({ url, onError: () => {}, connectionsMax: 1 });
    const { secret: key } = await createToken(
      { db, appSecret },
      fixture.company.id,
      { name: 'Shop', rights: ['write-orders'], filters: [], expiresAt: null },
      { by: operator },
    );
    await db.close();
    const load = startOrderSenders(() => fixture.northlight.url, key, senders);
    for (let round = 1; round <= (environment.isQuick ? 1 : 20); round += 1) {
      await waitUntil(
        'enough orders are acknowledged',
        () => load.orders.size >= round * acknowledgedPerRound,
      );
      await fixture.northlight.kill();
      fixture.northlight = await startNorthlight({ ...fixture, port: fixture.northlight.port });
    }
    await load.stop();
    const found = await expectLedgerEquals(await fixture.databaseUrl(), fixture.company.id, load);
    await expectAnswersEqualRecount(fixture.northlight.url, await fixture.databaseUrl(), fixture.company.id);
    await fixture.close();
    return { acknowledged: load.orders.size + load.refunds.size, found };
  },
};
