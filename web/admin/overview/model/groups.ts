import { toComparableGroup } from '../../../../contract/company/company-groups.ts';

interface Grouped {
  groups: readonly string[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The groups of all companies by name. The first spelling of a group is its name. */
export function listGroups(companies: readonly Grouped[]): { name: string; count: number }[] {
  const found = new Map<string, { name: string; count: number }>();
  for (const { groups } of companies) {
    for (const name of groups) {
      const key = toComparableGroup(name);
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { name, count: 1 });
    }
  }
  return [...found.values()].sort((a, b) => collator.compare(a.name, b.name));
}

export function isInGroup({ groups }: Grouped, group: string): boolean {
  const key = toComparableGroup(group);
  return groups.some((name) => toComparableGroup(name) === key);
}

/** The groups with one more, spelled as it is elsewhere. Undefined without a name, or if the group is among them. */
export function toWithGroup(
  groups: readonly string[],
  typed: string,
  known: readonly string[],
): string[] | undefined {
  const name = typed.trim().replaceAll(/\s+/g, ' ');
  if (name === '' || isInGroup({ groups }, name)) return undefined;
  return [...groups, known.find((each) => toComparableGroup(each) === toComparableGroup(name)) ?? name];
}
