import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { type SectionPart, sectionParts } from './section-parts.ts';

/** Sections that follow each other and are printed alike. */
export interface SectionGroup {
  sections: PortalSection[];
  print: SectionPart['print'];
  /** Whether its panels are next to each other on wide screens. */
  isGrid: boolean;
}

/** Lists that follow each other share a grid; every other section is a group by itself. */
export function groupSections(sections: readonly PortalSection[]): SectionGroup[] {
  const groups: SectionGroup[] = [];
  for (const section of sections) {
    const { isList = false, print } = sectionParts[section];
    const last = groups.at(-1);
    if (isList && last?.isGrid) last.sections.push(section);
    else groups.push({ sections: [section], print, isGrid: isList });
  }
  return groups;
}
