import { createDatabase } from '../../../server/testing/database/databases.ts';
import { createCompany, makeDataDir, startNorthlight } from '../../northlight.ts';
import { appSecret, require, type Scenario, until } from '../ground.ts';
import { makeViewers, openPortal, track } from '../portals.ts';
import { expectNothingLost } from '../recount.ts';
import { startVisitors } from '../visitors.ts';

export const twoInstances: Scenario = {
  name: 'two instances start at once on an empty database',
  promise: 'both come up; an event into one moves the portal of the other; together they count once',
  run: async (ground) => {
    const database = await createDatabase(ground.adminUrl);
    const { dataDir, remove } = makeDataDir();
    const env = { DATABASE_URL: database.url, APP_SECRET: appSecret };
    const [first, second] = await Promise.all([
      startNorthlight({ dataDir, env }),
      startNorthlight({ dataDir, env }),
    ]);
    const company = await createCompany({ dataDir, port: first.port, env }, 'Two Doors', 'localhost');
    const viewer = await makeViewers(database.url, company.id);
    const portal = openPortal({ url: () => second.url, companyId: company.id, cookie: viewer() });
    await until('the portal has its snapshot', () => portal.received() > 0);
    const before = portal.received();
    require((await track(first.url, company.id)) === 200, 'the first does not take events');
    await until('the portal of the second has moved', () => portal.received() > before);
    portal.close();

    const visitors = [first, second].map(({ url }) => startVisitors(() => url, company.id, 8));
    const taken = () => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await until('enough was taken', () => taken() >= (ground.isQuick ? 400 : 10_000));
    await Promise.all(visitors.map((visitor) => visitor.stop()));
    const acknowledged = visitors.flatMap((visitor) => [...visitor.acknowledged]);
    const found = await expectNothingLost(database.url, company.id, acknowledged);
    const exits = await Promise.all([first.stop(), second.stop()]);
    require(exits.every((code) => code === 0), `they ended with ${exits.join(' and ')}`);
    await database.drop();
    remove();
    return { acknowledged: acknowledged.length, found };
  },
};
