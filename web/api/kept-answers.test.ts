// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import {
  findKeptAnswers,
  type KeptAnswers,
  keepAnswers,
  removeAllKeptAnswers,
  removeKeptAnswers,
} from './kept-answers.ts';

const [one, other] = ['0198c0de-0000-4000-8000-000000000001', '0198c0de-0000-4000-8000-000000000002'];
const kept = (fields: Partial<KeptAnswers> = {}): KeptAnswers => ({
  ...{ at: Date.now(), search: '?period=7d', access: 'viewer', answers: { '/summary': { visitors: 3 } } },
  ...fields,
});
const view = { search: '?period=7d', access: 'viewer' };

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

test('answers are found again for the same portal, view and access only', () => {
  const answers = kept();
  keepAnswers(one, answers);
  expect(findKeptAnswers(one, view)).toEqual(answers);
  expect(findKeptAnswers(other, view)).toBeUndefined();
  expect(findKeptAnswers(one, { ...view, search: '' })).toBeUndefined();
  expect(findKeptAnswers(one, { ...view, access: 'admin' })).toBeUndefined();
});

test('figures of last week, and what is too large, are not shown again', () => {
  keepAnswers(one, kept());
  keepAnswers(other, kept({ answers: { '/lists': 'x'.repeat(500_000) } }));
  expect(findKeptAnswers(other, view)).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 60 * 60_000 });
  expect(findKeptAnswers(one, view)).toBeUndefined();
});

test('nothing is left of a portal that this browser left, and of all once an administrator signed out', () => {
  localStorage.setItem('site.theme', 'dark');
  keepAnswers(one, kept());
  keepAnswers(other, kept());
  removeKeptAnswers(one);
  expect([findKeptAnswers(one, view), findKeptAnswers(other, view)?.access]).toEqual([undefined, 'viewer']);
  removeAllKeptAnswers();
  expect(Object.keys(localStorage)).toEqual(['site.theme']);
});

test('an entry that cannot be read is no answer', () => {
  for (const text of ['{', 'null', '[]', '"text"']) {
    localStorage.setItem(`site.answers-${one}`, text);
    expect(findKeptAnswers(one, view)).toBeUndefined();
  }
});

test('nothing is left of entries whose names began with another word', () => {
  for (const name of [`elsewhere.answers-${one}`, `elsewhere.answers-${other}`, 'elsewhere.portals'])
    localStorage.setItem(name, '{}');
  for (const name of ['site.portals', 'elsewhere.theme', 'portals', 'a.b.portals'])
    localStorage.setItem(name, '{}');
  keepAnswers(one, kept());
  expect(Object.keys(localStorage).toSorted()).toEqual(
    ['a.b.portals', 'elsewhere.theme', 'portals', `site.answers-${one}`, 'site.portals'].toSorted(),
  );
});
