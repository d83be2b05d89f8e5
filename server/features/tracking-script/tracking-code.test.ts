import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trackingStub, trackingStubTag } from '../../../contract/tracking-stub.ts';
import { resolveFolders } from '../../paths.ts';
import { toFrozenTrackingCode, toTrackingCode } from './tracking-code.ts';

const id = '0191d5f0-7a3b-7c1e-9f00-0123456789ab';
const company = { id, storesVisitorId: true, hasHashRouting: false };
const { trackerReleases } = resolveFolders();

test('both tracking codes begin with the stub, so that an inline order never throws', () => {
  for (const snippet of [
    toTrackingCode('https://agency.example', company),
    toFrozenTrackingCode('https://agency.example', company, { folder: trackerReleases, version: '1.0.0' }),
  ]) {
    const [first, tag, ...more] = snippet.split('\n');
    expect(first).toBe(trackingStubTag);
    expect(tag).toMatch(/^<script defer src="https:\/\/agency\.example\/t\S*\.js" .*><\/script>$/);
    expect(more).toEqual([]);
  }
});

test('the tracking code carries the settings of the company that the script needs', () => {
  const tagOf = (settings: Partial<typeof company>) =>
    toTrackingCode('https://agency.example', { ...company, ...settings }).split('\n')[1];
  const start = `<script defer src="https://agency.example/t.js" data-company="${id}"`;
  expect(tagOf({})).toBe(`${start}></script>`);
  expect(tagOf({ hasHashRouting: true })).toBe(`${start} data-hash></script>`);
  expect(tagOf({ storesVisitorId: false })).toBe(`${start} data-storage="off"></script>`);
  const frozen = toFrozenTrackingCode(
    'https://agency.example',
    { id, storesVisitorId: false, hasHashRouting: true },
    { folder: trackerReleases, version: '1.0.0' },
  );
  expect(frozen).toContain(`data-company="${id}" data-storage="off" data-hash integrity="sha384-`);
});

test.each(['../../../docs/operating.md', '../../../tracker/README.md'])(
  '%s contains the hash of the stub for a content security policy',
  (document) => {
    const text = readFileSync(fileURLToPath(new URL(document, import.meta.url)), 'utf8');
    const hash = createHash('sha256').update(trackingStub).digest('base64');
    expect(text.match(/sha256-[\w+/=]+/g)).toEqual([`sha256-${hash}`]);
  },
);
