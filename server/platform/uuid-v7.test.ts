import { expect, test } from 'vitest';
import { z } from 'zod';
import { createUuidV7 } from './uuid-v7.ts';

test('ids created within one millisecond sort in the order of their creation', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const ids = Array.from({ length: 10_000 }, () => createUuidV7(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 10)) expect(z.uuidv7().safeParse(id).success).toBe(true);
});
