import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveFolders } from '../../../paths.ts';
import { aCompany, anOrder, aPageview, track } from '../../../testing/builders.ts';
import {
  createCompanyFixture,
  expectCompanyIntact,
  listFilledTables,
} from '../../../testing/company-fixture.ts';
import { type BackupFixture, openBackupFixture } from '../../../testing/database/backup-fixture.ts';
import { queryValues } from '../../../testing/database/embedded-harness.ts';
import { requestCheckout } from '../../../testing/purchases/purchases.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { expectOrdersMatchEvents, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp } from '../../../testing/test-app.ts';
import { openDb } from '../../client.ts';
import { migrateDatabase } from '../../migrate.ts';

const { migrations } = resolveFolders();
const quiet = () => {};

let fixture: BackupFixture;
beforeEach(async () => {
  fixture = await openBackupFixture();
});
afterEach(() => fixture.close());

test('a backup is restored completely, and the access key opens its portal', async () => {
  const used = await createCompanyFixture(fixture.source.url);
  const written = await fixture.backUp();
  expect(statSync(fixture.file)).toMatchObject({ size: written.bytes, mode: 0o100600 });
  const { rows, tables } = await fixture.restore();
  expect({ rows, tables }).toEqual({ rows: written.rows, tables: written.tables });
  await expectCompanyIntact(fixture.target.url, used);
});

test('a purchase repeated after a restore gets the same checkout and is not stored twice', async () => {
  const buy = async (databaseUrl: string) => {
    const t = await buildTestApp({ databaseUrl });
    const answer = await requestCheckout(t.app, {}, { key: 'one-purchase' });
    await t.close();
    return [answer.statusCode, answer.body];
  };
  const before = await buy(fixture.source.url);
  await fixture.backUp();
  await fixture.restore();
  expect(await buy(fixture.target.url)).toEqual(before);
  expect(await queryValues(fixture.target.url, 'SELECT count(*)::int FROM purchases')).toEqual([1]);
});

test('a backup taken while events arrive is consistent: its orders agree with its events', async () => {
  const t = await buildTestApp({ databaseUrl: fixture.source.url });
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, anOrder(company.id, 'A', 5)), 1);
  let isOver = false;
  const visit = async () => {
    for (let n = 0; !isOver; n += 1) {
      await track(t.app, [aPageview(company.id), anOrder(company.id, `A-${n}`, 5)]);
    }
  };
  const visiting = visit();
  await fixture.backUp();
  isOver = true;
  await visiting;
  const after = await sumEvents(t.db, company.id);
  await t.close();

  await fixture.restore();
  const restored = openDb({ url: fixture.target.url, onError: quiet });
  const sums = await sumEvents(restored, company.id);
  await expectOrdersMatchEvents(restored, company.id);
  expect(sums.orders).toBeGreaterThan(0);
  expect(sums.orders).toBeLessThanOrEqual(after.orders);
  await restored.close();
});

describe('an incomplete or damaged file', () => {
  test('is rejected wherever it was truncated, before anything changes', async () => {
    await createCompanyFixture(fixture.source.url);
    const { bytes } = await fixture.backUp();
    const whole = readFileSync(fixture.file);
    for (const length of [0, 1, 20, Math.floor(bytes / 2), bytes - 9, bytes - 1]) {
      writeFileSync(fixture.file, whole.subarray(0, length));
      await expect(fixture.restore(), `cut at ${length}`).rejects.toThrow('is not a complete backup');
    }
    // Truncated before compression, at the ends of lines: a valid but incomplete file.
    const lines = gunzipSync(whole).toString('latin1').split('\n');
    for (const count of [1, 2, Math.floor(lines.length / 2), lines.length - 2]) {
      writeFileSync(fixture.file, gzipSync(Buffer.from(`${lines.slice(0, count).join('\n')}\n`, 'latin1')));
      await expect(fixture.restore(), `cut after ${count} lines`).rejects.toThrow('is not a complete backup');
    }
    expect(await fixture.countTargetTables()).toBe(0);
  });

  test('is rejected if a byte was changed, before anything changes', async () => {
    await createCompanyFixture(fixture.source.url);
    const { bytes } = await fixture.backUp();
    const whole = readFileSync(fixture.file);
    for (let tried = 0; tried < 20; tried += 1) {
      const damaged = Buffer.from(whole);
      // After the gzip header, in which a time and a system do not matter.
      const at = 10 + Math.floor(((bytes - 10) * tried) / 20);
      damaged[at] = (damaged[at] ?? 0) ^ (1 + ((randomBytes(1)[0] ?? 0) % 255));
      writeFileSync(fixture.file, damaged);
      await expect(fixture.restore(), `byte ${at}`).rejects.toThrow('is not a complete backup');
    }
    expect(await fixture.countTargetTables()).toBe(0);
  });

  test('is rejected if a row was altered and the file compressed again', async () => {
    await createCompanyFixture(fixture.source.url);
    await fixture.backUp();
    const text = gunzipSync(readFileSync(fixture.file)).toString('latin1');
    writeFileSync(fixture.file, gzipSync(Buffer.from(text.replace('/page-3', '/page-4'), 'latin1')));
    await expect(fixture.restore()).rejects.toThrow('a checksum does not match');
    writeFileSync(fixture.file, gzipSync(Buffer.from(`${text}more`, 'latin1')));
    await expect(fixture.restore()).rejects.toThrow('it continues after its end');
    expect(await fixture.countTargetTables()).toBe(0);
  });

  test('is named if it does not exist or is something else', async () => {
    await expect(fixture.restore()).rejects.toThrow(`There is no file ${fixture.file}.`);
    writeFileSync(fixture.file, 'not a backup');
    await expect(fixture.restore()).rejects.toThrow('is not a complete backup');
    writeFileSync(fixture.file, gzipSync('{"northlight":"something else"}\n'));
    await expect(fixture.restore()).rejects.toThrow('it has unexpected content');
  });
});

describe('an unsuitable database', () => {
  test('is rejected if it has rows', async () => {
    await createCompanyFixture(fixture.source.url);
    await fixture.backUp();
    await expect(fixture.restore({ url: fixture.source.url })).rejects.toThrow('This database is not empty');
  });

  test('is rejected while a server runs on it', async () => {
    await fixture.backUp();
    const t = await buildTestApp();
    await expect(fixture.restore({ url: t.databaseUrl })).rejects.toThrow(
      'A server is running on this database',
    );
    await t.close();
  });

  test('is rejected with another app secret, unless the old one is lost', async () => {
    await createCompanyFixture(fixture.source.url);
    await fixture.backUp();
    await expect(fixture.restore({ secretFingerprint: 'another' })).rejects.toThrow('another APP_SECRET');
    expect(await fixture.countTargetTables()).toBe(0);
    await fixture.restore({ secretFingerprint: undefined });
    expect(await listFilledTables(fixture.target.url)).toContain('companies');
  });
});

test('a file that names a system table writes nothing there', async () => {
  await createCompanyFixture(fixture.source.url);
  await fixture.backUp();
  const text = gunzipSync(readFileSync(fixture.file)).toString('latin1');
  const forged = text.replace(/\{"table":\{"name":"daily_visitors","columns":\[[^\]]*\]/, () =>
    JSON.stringify({ table: { name: 'pg_description', columns: ['objoid', 'classoid'] } }).slice(0, -2),
  );
  expect(forged).not.toBe(text);
  writeFileSync(fixture.file, gzipSync(Buffer.from(forged, 'latin1')));
  await expect(fixture.restore()).rejects.toThrow('There is no table pg_description in the product');
  expect(await listFilledTables(fixture.target.url)).toEqual([]);
});

test('rows that cannot be loaded leave the database empty, and the next attempt succeeds', async () => {
  const used = await createCompanyFixture(fixture.source.url);
  await fixture.backUp();
  const options = { migrationsFolder: migrations, log: quiet, afterwards: async () => {} };
  await migrateDatabase({ url: fixture.target.url, ...options });
  await queryValues(fixture.target.url, 'ALTER TABLE daily_visitors ADD CONSTRAINT never CHECK (false)');
  await expect(fixture.restore()).rejects.toThrow('never');
  expect(await listFilledTables(fixture.target.url)).toEqual([]);
  await queryValues(fixture.target.url, 'ALTER TABLE daily_visitors DROP CONSTRAINT never');
  await fixture.restore();
  await expectCompanyIntact(fixture.target.url, used);
});

test('an existing file is not overwritten, and a failed backup leaves no file', async () => {
  await fixture.backUp();
  const before = readFileSync(fixture.file);
  await expect(fixture.backUp()).rejects.toThrow('already exists');
  expect(readFileSync(fixture.file).equals(before)).toBe(true);
  rmSync(fixture.file);
  const say = (line: string) => {
    if (line.startsWith('companies:')) throw new Error('the terminal went away');
  };
  await expect(fixture.backUp({ print: say })).rejects.toThrow('the terminal went away');
  expect(existsSync(fixture.file)).toBe(false);
  expect(readdirSync(fixture.folder)).toEqual([]);
});
