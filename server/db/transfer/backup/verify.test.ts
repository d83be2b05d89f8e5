import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dbVerify } from '../../../commands/database/db-verify.ts';
import { readConfig } from '../../../config.ts';
import { createCompanyFixture } from '../../../testing/company-fixture.ts';
import { openBackupFixture } from '../../../testing/database/backup-fixture.ts';
import { requireSame, verifyBackup } from './verify.ts';

test('a complete backup is verified without a database, and one with any damage is not', async () => {
  const fixture = await openBackupFixture();
  const { file } = fixture;
  await createCompanyFixture(fixture.source.url);
  const { rows, tables, bytes, rowsOf, segments } = await fixture.backUp();
  const verified = await verifyBackup(file);
  expect(verified).toMatchObject({ rows, tables, bytes, segments });
  expect(verified.rowsOf).toEqual(rowsOf);
  expect(rowsOf.get('shop_orders')).toBe(40);
  requireSame({ rowsOf, segments }, verified);

  const whole = readFileSync(file);
  // After the gzip header, in which a time and a system do not matter.
  for (const at of [10, 60, bytes >> 2, bytes >> 1, bytes - 300, bytes - 8, bytes - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    writeFileSync(file, damaged);
    await expect(verifyBackup(file), `byte ${at}`).rejects.toThrow('is not a complete backup');
  }
  for (const length of [0, 12, bytes >> 1, bytes - 9, bytes - 1]) {
    writeFileSync(file, whole.subarray(0, length));
    await expect(verifyBackup(file), `cut at ${length}`).rejects.toThrow('is not a complete backup');
  }
  // Compressed again, so that only our own sums can detect it.
  const text = gunzipSync(whole).toString('latin1');
  const lessRows = text.replace(/"rows":40,/, '"rows":41,');
  expect(lessRows).not.toBe(text);
  writeFileSync(file, gzipSync(Buffer.from(lessRows, 'latin1')));
  await expect(verifyBackup(file)).rejects.toThrow('a number of rows does not match');
  await fixture.close();
});

test('a file that lacks rows, a table or a segment that were written differs from what was written', () => {
  const of = (rows: Record<string, number>, segments = 0) => ({
    rowsOf: new Map(Object.entries(rows)),
    segments,
  });
  requireSame(of({ events: 3 }, 1), of({ events: 3 }, 1));
  expect(() => requireSame(of({ events: 3 }), of({ events: 2 }))).toThrow(
    '2 rows of the table events, and 3',
  );
  expect(() => requireSame(of({ events: 3 }), of({}))).toThrow('no rows of the table events');
  expect(() => requireSame(of({}), of({ events: 0 }))).toThrow('a table that was not written');
  expect(() => requireSame(of({}, 2), of({}, 1))).toThrow('1 segments, and 2');
});

test('db verify prints what the file holds', async () => {
  const fixture = await openBackupFixture();
  await fixture.backUp();
  const printed: string[] = [];
  const environment = {
    config: readConfig({}, fixture.folder),
    print: (line: string) => printed.push(line),
    log: () => {},
  };
  await dbVerify.run([fixture.file], environment);
  expect(printed).toEqual([
    expect.stringMatching(/northlight\.backup is complete: .*Every checksum matches/),
  ]);
  await expect(dbVerify.run([], environment)).rejects.toThrow('FILE is required');
  await expect(dbVerify.run([`${fixture.file}.none`], environment)).rejects.toThrow('There is no file');
  await fixture.close();
});
