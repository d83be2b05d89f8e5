import { expect, test } from 'vitest';
import { portalSections } from '../../../../contract/company/portal-sections.ts';
import { groupSections } from './group-sections.ts';

const toNames = (groups: ReturnType<typeof groupSections>) => groups.map(({ sections }) => sections);

test('lists that follow each other share a grid', () => {
  expect(toNames(groupSections(portalSections))).toEqual([
    ['charts'],
    ['pages', 'sources', 'locations', 'devices', 'events'],
    ['orders'],
    ['live'],
    ['goals'],
  ]);
});

test('sections keep the order that was chosen', () => {
  expect(toNames(groupSections(['sources', 'goals', 'pages', 'charts']))).toEqual([
    ['sources'],
    ['goals'],
    ['pages'],
    ['charts'],
  ]);
});
