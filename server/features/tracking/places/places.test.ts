import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { toGeoDatabase } from '../../../testing/geo-database.ts';
import { buildTestApp } from '../../../testing/test-app.ts';
import { openPlaces, toCountry } from './places.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-places-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(content: string | Buffer): string {
  const file = join(folder, `${Math.random()}.mmdb`);
  writeFileSync(file, content);
  return file;
}
const nowhere = { country: undefined, region: undefined, city: undefined };

test('the built-in database knows countries, and nothing of private or invented addresses', async () => {
  const findPlace = await openPlaces(undefined);
  expect(findPlace('8.8.8.8')).toEqual({ ...nowhere, country: 'US' });
  expect(findPlace('2001:4860:4860::8888')).toEqual({ ...nowhere, country: 'US' });
  for (const address of [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    'fe80::1%eth0',
    '',
    'unknown',
    '1.2.3.4:80',
    'x'.repeat(9_000),
  ])
    expect(findPlace(address)).toEqual(nowhere);
});

test.each([
  [
    'of MaxMind',
    {
      country: { iso_code: 'DE' },
      subdivisions: [{ names: { en: 'Berlin' } }],
      city: { names: { en: ' Pankow ' } },
    },
    { country: 'DE', region: 'Berlin', city: 'Pankow' },
  ],
  [
    'of ip-location-db',
    { country_code: 'de', state1: 'Bavaria', city: 'Munich' },
    { country: 'DE', region: 'Bavaria', city: 'Munich' },
  ],
  ['with a country alone', { country: { iso_code: 'FR' } }, { ...nowhere, country: 'FR' }],
  [
    'with long names',
    { country_code: 'FR', city: 'x'.repeat(250) },
    { ...nowhere, country: 'FR', city: 'x'.repeat(100) },
  ],
  ['of a database without places', { autonomous_system_number: 13 }, nowhere],
  [
    'with other types',
    { country: 'DE', subdivisions: 'x', city: 5, country_code: 'XX', state1: [1] },
    nowhere,
  ],
  ['that is no object', 'DE', nowhere],
])('a record %s', async (_, record, place) => {
  const findPlace = await openPlaces(aFile(toGeoDatabase(record)));
  expect(findPlace('8.8.8.8')).toEqual(place);
  // The second look-up is answered from the cache.
  expect(findPlace('8.8.4.4')).toEqual(place);
  expect(findPlace('203.0.113.7')).toEqual(nowhere);
  expect(findPlace('2001:4860:4860::8888')).toEqual(nowhere);
});

test('a database that is damaged inside knows nothing, and rejects no event', async () => {
  const findPlace = await openPlaces(aFile(toGeoDatabase({ country_code: 'DE' }, { offset: 5_000 })));
  expect(findPlace('8.8.8.8')).toEqual(nowhere);
});

test.each([
  ['is missing', () => join(folder, 'missing.mmdb')],
  ['is a folder', () => folder],
  ['is empty', () => aFile('')],
  ['is another file', () => aFile('country,DE\n'.repeat(1_000))],
  ['was cut short', () => aFile(toGeoDatabase({ country_code: 'DE' }).subarray(0, 60))],
])('a server does not start with a GEO_DATABASE that %s, and its error names the file', async (_, toFile) => {
  const file = toFile();
  await expect(openPlaces(file)).rejects.toThrow(`GEO_DATABASE: ${file} is not a readable MaxMind database`);
});

test('a start that fails because of GEO_DATABASE reports it', async () => {
  const file = aFile('no database');
  await expect(buildTestApp({ env: { GEO_DATABASE: file } })).rejects.toThrow(`GEO_DATABASE: ${file}`);
});

test.each([
  ['de', 'DE'],
  [' Fr ', 'FR'],
])('the country %s is %s', (code, country) => expect(toCountry(code)).toBe(country));

test.each([
  '',
  'XX',
  'xx',
  'ZZ',
  'T1',
  'D',
  'DEU',
  'D1',
  'DE,FR',
  'D\u0000',
  '<b',
  'ß',
  'ﬀ',
  'дe',
  '__proto__',
  'x'.repeat(9_000),
  null,
  undefined,
])('%j is no country', (code) => expect(toCountry(code)).toBeUndefined());

test('COUNTRY_HEADER needs TRUST_PROXY, and the name of a header', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env }, folder);
  expect(() => read({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('COUNTRY_HEADER: requires TRUST_PROXY');
  expect(() => read({ COUNTRY_HEADER: 'not a name', TRUST_PROXY: '1' })).toThrow('COUNTRY_HEADER: must be');
  expect(() => read({ COUNTRY_HEADER: '__proto__', TRUST_PROXY: '1' })).toThrow('COUNTRY_HEADER: must be');
  expect(read({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' }).countryHeader).toBe('cf-ipcountry');
});
