import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trackingStub, trackingStubTag } from '../../../contract/tracking-stub.ts';
import { resolveFolders } from '../../paths.ts';
import { toFrozenTrackingCode, toTrackingCode } from './tracking-code.ts';

const companyId = '0191d5f0-7a3b-7c1e-9f00-0123456789ab';
const { trackerReleases } = resolveFolders();

test('both tracking codes begin with the stub, so that an inline order never throws', () => {
  for (const snippet of [
    toTrackingCode('https://agency.example', companyId),
    toFrozenTrackingCode('https://agency.example', companyId, trackerReleases, '1.0.0'),
  ]) {
    const [first, tag, ...more] = snippet.split('\n');
    expect(first).toBe(trackingStubTag);
    expect(tag).toMatch(/^<script defer src="https:\/\/agency\.example\/t\S*\.js" .*><\/script>$/);
    expect(more).toEqual([]);
  }
});

test.each(['../../../docs/operating.md', '../../../tracker/README.md'])(
  '%s contains the hash of the stub for a content security policy',
  (document) => {
    const text = readFileSync(fileURLToPath(new URL(document, import.meta.url)), 'utf8');
    const hash = createHash('sha256').update(trackingStub).digest('base64');
    expect(text.match(/sha256-[\w+/=]+/g)).toEqual([`sha256-${hash}`]);
  },
);
