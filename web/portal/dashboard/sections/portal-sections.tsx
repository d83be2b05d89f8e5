import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { listFirstDimensions } from '../../../../contract/stats/requests.ts';
import { classNames } from '../../../ui/class-names.ts';
import { listQuery } from '../../api/stats.ts';
import { ChartsSkeleton } from '../charts/charts-skeleton.tsx';
import { showsRevenue } from '../metric-groups.ts';
import { PrintedNotes } from '../print/printed-notes.tsx';
import { LazySection } from '../view/lazy-section.tsx';
import { SectionSkeleton } from '../view/section-skeleton.tsx';
import { usePortal } from '../view/use-portal.ts';
import { groupSections, type SectionGroup } from './group-sections.ts';
import { sectionParts } from './section-parts.ts';
import { SectionTabs } from './section-tabs.tsx';
import { useNear } from './use-near.ts';
import { useSections } from './use-sections.ts';

/** Not on a phone, which shows one section at a time; paper shows all. */
const away = 'max-md:[:root:not([data-paper])_&]:hidden';

/**
 * The sections below the figures. On wide screens they follow each other, and a section that is not near the screen is
 * neither mounted nor asked for. On a phone only the chosen section is.
 */
export function PortalSections() {
  const { sections, shown, show } = useSections();
  const isOnPaper = useOnPaper();
  const [first, ...others] = groupSections(sections);
  if (!first) return null;
  // Charts fill the first page of the printed report, what follows them the second.
  const hasFirstPage = first.sections[0] === 'charts';
  const shared = { shown, isOnPaper };
  return (
    <>
      <SectionTabs sections={sections} shown={shown} onShow={show} />
      {hasFirstPage && <Group group={first} isFirst {...shared} />}
      <div data-print={hasFirstPage ? 'second-page' : undefined} className="contents">
        {!hasFirstPage && <Group group={first} isFirst {...shared} />}
        {others.map((group) => (
          <Group key={group.sections[0]} group={group} {...shared} />
        ))}
        <PrintedNotes />
      </div>
    </>
  );
}

interface Shown {
  /** The section that a phone shows. */
  shown: PortalSection;
  isOnPaper: boolean;
}

interface GroupProps extends Shown {
  group: SectionGroup;
  isFirst?: boolean;
}

function Group({ group: { sections, print, isGrid }, isFirst = false, shown, isOnPaper }: GroupProps) {
  const [firstSection] = sections;
  return (
    <div
      data-print={print}
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-md:min-h-[70dvh] max-md:content-start',
        isGrid && sections.length > 1 && 'lg:grid-cols-2',
        !sections.includes(shown) && away,
      )}
    >
      {sections.map((section, index) => (
        <Section
          key={section}
          section={section}
          isFirst={isFirst && section === firstSection}
          isShown={section === shown}
          isOnPaper={isOnPaper}
          // A last panel without a neighbour is as wide as both columns.
          isWide={isGrid && index === sections.length - 1 && index % 2 === 0}
        />
      ))}
    </div>
  );
}

interface SectionViewProps {
  section: PortalSection;
  /** The first section is part of the first load, before it is known what is near. */
  isFirst: boolean;
  isShown: boolean;
  isOnPaper: boolean;
  isWide: boolean;
}

function Section({ section, isFirst, isShown, isOnPaper, isWide }: SectionViewProps) {
  const { company } = usePortal();
  const element = useRef<HTMLDivElement>(null);
  const hasAnswer = useHasFirstAnswer(section);
  const [isNear, setNear] = useNear(element, (isFirst && isShown) || hasAnswer);
  const { title, content, space } = sectionParts[section];

  useEffect(() => {
    if (isShown) return;
    // A section that another one replaced on a phone has no space any more, and no longer asks.
    if (element.current?.checkVisibility?.() === false) setNear(false);
  }, [isShown, setNear]);

  const isMounted = isNear || isOnPaper;
  const skeleton =
    section === 'charts' ? (
      <ChartsSkeleton hasRevenue={showsRevenue(company, undefined)} />
    ) : (
      <SectionSkeleton {...space} isLoading={isMounted} />
    );
  return (
    <div
      ref={element}
      id={`section-${section}`}
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)]',
        isWide && 'lg:col-span-2',
        !isShown && away,
      )}
    >
      {!isMounted && skeleton}
      {isMounted && 'Component' in content && <content.Component section={section} />}
      {isMounted && 'load' in content && (
        <LazySection title={title} load={content.load} skeleton={skeleton} section={section} />
      )}
    </div>
  );
}

/** Whether the first list of a section is known, as the server knows it for the page it renders. */
function useHasFirstAnswer(section: PortalSection): boolean {
  const { company, view } = usePortal();
  const client = useQueryClient();
  const [dimension] = listFirstDimensions({ ...company.display, sections: [section] });
  return (
    dimension !== undefined &&
    client.getQueryData(listQuery(company.id, view, dimension).queryKey) !== undefined
  );
}

/** Whether the page is being printed. The browser prints it as it is when the event has been handled. */
function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setOnPaper(true));
    const end = () => setOnPaper(false);
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
