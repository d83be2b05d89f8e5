import { expect, test } from 'vitest';
import { addedDims, rowDims, segmentFormat } from './columns.ts';
import { storedHitNames } from './files/stored-hits.ts';

/** The dimensions of the files of version 4. */
const ofVersion4 = [
  ...['source', 'referrer', 'channel', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['click_id', 'country', 'region', 'city', 'language', 'browser', 'browser_version', 'os', 'os_version'],
  ...['device', 'screen'],
];

test('a dimension that files of version 4 lack names the version that has it, so that older files are built again', () => {
  const later = rowDims.filter((name) => !ofVersion4.includes(name));
  expect(later.filter((name) => (addedDims[name] ?? 0) <= 4)).toEqual([]);
  expect(segmentFormat).toBe(Math.max(4, ...Object.values(addedDims)));
  expect(rowDims).toEqual(expect.arrayContaining(ofVersion4));
});

test('a file of hits has each of its columns once', () => {
  expect(new Set(storedHitNames).size).toBe(storedHitNames.length);
});
