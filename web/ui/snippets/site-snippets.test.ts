import { expect, test } from 'vitest';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { readScriptTag, toJsxAttributes, toQueryAddress } from './script-tag.ts';
import { listServerSnippets } from './server-snippets.ts';
import { listSiteSnippets } from './site-snippets.ts';

const id = '6f1c1c1e-7c1e-4f55-9d37-3c5f0b0f8a11';
const trackingCode = `${trackingStubTag}
<script defer src="https://northlight.test/t.js" data-company="${id}" data-storage="off" data-hash></script>`;
const values = { trackingCode, currency: 'JPY' };

test('the switches of the tracking code are kept in JSX and in an address', () => {
  const tag = readScriptTag(trackingCode);
  expect(tag.origin).toBe('https://northlight.test');
  expect(toJsxAttributes(tag)).toBe(
    `src="https://northlight.test/t.js" data-company="${id}" data-storage="off" data-hash=""`,
  );
  expect(toQueryAddress(tag)).toBe(`https://northlight.test/t.js?c=${id}&storage=off&hash`);
});

test('code for pages has the company, and code for servers its currency and the address of the API', () => {
  for (const { value, parts } of listSiteSnippets(values).filter((snippet) => snippet.value !== 'html')) {
    expect(parts[0]?.code, value).toContain(id);
    expect(parts.map((part) => part.code).join(''), value).toMatch(/northlight/);
  }
  for (const { parts } of listServerSnippets(values)) {
    expect(parts[0]?.code).toContain('https://northlight.test/api/v1');
    expect(parts[0]?.code).toContain('JPY');
    // The key is never part of the code, which ends up in repositories.
    expect(parts[0]?.code).toContain('PORTAL_TOKEN');
  }
});
