import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '../../db/schema/tracking.ts';
import { type EventColumnFacts, eventColumns, givenColumns } from './event-columns.ts';

test('every column of events has its facts, and no other name has', () => {
  expect(Object.keys(eventColumns).sort()).toEqual(Object.keys(getTableColumns(events)).sort());
});

test('a column without facts does not compile', () => {
  const { country: _, ...others } = eventColumns;
  // @ts-expect-error The facts of `country` are missing.
  const incomplete: EventColumnFacts = others;
  expect(incomplete).not.toHaveProperty('country');
});

test('a column of a visit does not compile without its value where there is no visit', () => {
  const facts: EventColumnFacts = {
    ...eventColumns,
    // @ts-expect-error An erasure would not know what to leave of it.
    country: { of: 'visit', statistics: 'dimension', isFreeText: false },
  };
  expect(facts.country).not.toHaveProperty('withoutVisit');
});

test('a column does not compile without saying whether it may contain an email address', () => {
  const facts: EventColumnFacts = {
    ...eventColumns,
    // @ts-expect-error An address in it would be stored unmasked.
    country: { of: 'visit', withoutVisit: null, statistics: 'dimension' },
  };
  expect(facts.country).not.toHaveProperty('isFreeText');
});

test('an event brings all columns but its company and the session of earlier versions', () => {
  const others = Object.keys(eventColumns).filter((name) => !givenColumns.some((given) => given === name));
  expect(others).toEqual(['company_id', 'session_id']);
});
