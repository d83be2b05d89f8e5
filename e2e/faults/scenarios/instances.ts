import assert from 'node:assert/strict';
import { createDatabase } from '../../../server/testing/database/databases.ts';
import { createCompany, makeDataDir, startNorthlight } from '../../northlight.ts';
import { expectAnswersEqualRecount } from '../answers.ts';
import { createViewerCookies, openPortal, trackPageView } from '../portals.ts';
import { expectNothingLost } from '../recount.ts';
import { appSecret, type Scenario, waitUntil } from '../scenario.ts';
import { SegmentStore } from '../segment-store.ts';
import { startVisitors } from '../visitors.ts';

export const twoInstances: Scenario = {
  name: 'two instances start at once on an empty database',
  promise:
    'both start; an event sent to one updates a portal open on the other; each event is counted once; both answer from the same segments',
  run: async (environment) => {
    const database = await createDatabase(environment.adminUrl);
    const { dataDir, remove } = makeDataDir();
    const env = { DATABASE_URL: database.url, APP_SECRET: appSecret };
    const [first, second] = await Promise.all([
      startNorthlight({ dataDir, env }),
      startNorthlight({ dataDir, env }),
    ]);
    const company = await createCompany({ dataDir, port: first.port, env }, 'Two Instances', 'localhost');
    const nextCookie = await createViewerCookies(database.url, company.id);
    const portal = openPortal({ url: () => second.url, companyId: company.id, cookie: nextCookie() });
    await waitUntil('the portal has its snapshot', () => portal.received() > 0);
    const before = portal.received();
    assert((await trackPageView(first.url, company.id)) === 200, 'the first instance does not accept events');
    await waitUntil('the portal of the second instance is updated', () => portal.received() > before);
    portal.close();

    const visitors = [first, second].map(({ url }) => startVisitors(() => url, company.id, 8));
    const countAcknowledged = () => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await waitUntil(
      'enough events are acknowledged',
      () => countAcknowledged() >= (environment.isQuick ? 400 : 10_000),
    );
    await Promise.all(visitors.map((visitor) => visitor.stop()));
    const acknowledged = visitors.flatMap((visitor) => [...visitor.acknowledged]);
    const found = await expectNothingLost(database.url, company.id, acknowledged);
    // Both build and read the same segments.
    const store = new SegmentStore({ dataDir, databaseUrl: database.url, companyId: company.id });
    await store.markChanged(1);
    for (const { url } of [first, second]) await expectAnswersEqualRecount(url, database.url, company.id);
    await waitUntil('segments are complete', () => store.isComplete());
    for (const { url } of [first, second]) await expectAnswersEqualRecount(url, database.url, company.id);
    await store.requireWhole();
    const exits = await Promise.all([first.stop(), second.stop()]);
    assert(
      exits.every((code) => code === 0),
      `they exited with ${exits.join(' and ')}`,
    );
    await database.drop();
    remove();
    return { acknowledged: acknowledged.length, found };
  },
};
