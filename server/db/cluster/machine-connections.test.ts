import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openTestDb } from '../../testing/test-app.ts';
import { CompanyMachines, type MachineAddress } from './company-machines.ts';
import { MachineConnections, toMachineUrl } from './machine-connections.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

function open(machines: Pick<CompanyMachines, 'placeOf'>) {
  const unreachable: MachineAddress[] = [];
  const connections = new MachineConnections({
    ...{ url: t.url, machines, onError: () => {} },
    onUnreachable: (_, address) => unreachable.push(address),
  });
  return { connections, unreachable };
}

test('the URL of a machine differs in host and port alone', () => {
  const url = 'postgres://north:p%40ss@coordinator:5432/northlight?sslmode=require&host=other&port=1';
  expect(toMachineUrl(url, { host: '10.0.0.7', port: 5433 })).toBe(
    'postgres://north:p%40ss@10.0.0.7:5433/northlight?sslmode=require',
  );
  expect(toMachineUrl('postgresql://a@b/c', { host: 'fd00::7', port: 5432 })).toBe(
    'postgresql://a@[fd00::7]:5432/c',
  );
  expect(toMachineUrl('postgres://a:b@/c?host=/run/postgresql', { host: 'w1', port: 5432 })).toBe(
    'postgres://a:b@w1:5432/c',
  );
});

test('on one machine there is no other', async () => {
  const { connections } = open(new CompanyMachines(t.db, () => 'single'));
  expect(await connections.find(0)).toBeUndefined();
  await connections.close();
});

test('a machine that cannot be reached, or is another one, is left to the coordinator', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => free.once('listening', resolve));
  const closedPort = (free.address() as { port: number }).port;
  await new Promise((resolve) => free.close(resolve));
  const [coordinator] = inject('clusterNodes').filter(({ group }) => group === 0);
  const addresses = [{ host: '127.0.0.1', port: closedPort }, ...(coordinator ? [coordinator] : [])];
  for (const address of addresses) {
    const { connections, unreachable } = open({ placeOf: () => ({ machine: 7, address }) });
    expect(await connections.find(7)).toBeUndefined();
    // Not tried again with every batch.
    expect(await connections.find(7)).toBeUndefined();
    expect(unreachable).toEqual([address]);
    const later = performance.now() + 61_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await Promise.all([connections.find(7), connections.find(7)])).toEqual([undefined, undefined]);
    vi.restoreAllMocks();
    // After a minute it is tried again, once for all.
    expect(unreachable).toEqual([address, address]);
    await connections.close();
  }
});

// There is no such machine where the tests do not run on a cluster.
const clusterTest = inject('clusterNodes').length > 0 ? test : undefined;

clusterTest?.('on a cluster the machine of a company answers what the coordinator answers', async () => {
  const machines = new CompanyMachines(t.db, () => 'distributed');
  const { connections, unreachable } = open(machines);
  const companyId = randomUUID();
  const shard = await machines.find(companyId);
  const direct = await connections.find(shard);
  if (!direct) throw new Error('the machine was not found');
  const insert = `INSERT INTO dataset_revisions (company_id, revision, last_event_at) VALUES ($1, 3, now())`;
  await direct.query(insert, [companyId]);
  const read = 'SELECT revision FROM dataset_revisions WHERE company_id = $1';
  expect((await t.db.query(read, [companyId])).rows).toEqual([{ revision: 3 }]);
  expect(await connections.find(shard)).toBe(direct);

  connections.leave(shard, new Error('it did not answer'));
  expect(await connections.find(shard)).toBeUndefined();
  expect(unreachable).toHaveLength(1);
  connections.renew();
  expect((await (await connections.find(shard))?.query(read, [companyId]))?.rows).toEqual([{ revision: 3 }]);
  await connections.close();
});
