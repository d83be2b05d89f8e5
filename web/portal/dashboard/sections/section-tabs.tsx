import { useEffect, useRef } from 'react';
import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { classNames } from '../../../ui/class-names.ts';
import { sectionParts } from './section-parts.ts';

interface SectionTabsProps {
  sections: readonly PortalSection[];
  shown: PortalSection;
  onShow: (section: PortalSection) => void;
}

/** On a phone one section is shown at a time: a row of buttons that is scrolled sideways and stays in sight. */
export function SectionTabs({ sections, shown, onShow }: SectionTabsProps) {
  const row = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row follows what is shown, also after Back.
  useEffect(() => {
    const scrolled = row.current?.firstElementChild;
    const chosen = scrolled?.querySelector<HTMLElement>('[aria-current]');
    if (!scrolled || !chosen) return;
    // Not scrollIntoView, which would scroll the page as well.
    scrolled.scrollLeft = chosen.offsetLeft - (scrolled.clientWidth - chosen.offsetWidth) / 2;
  }, [shown]);

  const show = (section: PortalSection) => {
    onShow(section);
    // From far below, the other section would begin above the screen. The row itself is at the top of the screen then.
    const above = row.current?.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    if (above < 0) window.scrollBy(0, above);
  };

  return (
    <nav
      ref={row}
      aria-label="Sections"
      data-print="hide"
      className="sticky top-0 z-20 -mx-(--gutter) border-b border-line bg-surface md:hidden"
    >
      <ul className="relative flex overflow-x-auto px-[calc(var(--gutter)-0.75rem)] [scrollbar-width:none]">
        {sections.map((section) => {
          const isShown = section === shown;
          return (
            <li key={section} className="shrink-0">
              <button
                type="button"
                aria-current={isShown ? 'true' : undefined}
                aria-controls={`section-${section}`}
                onClick={() => show(section)}
                className={classNames(
                  'relative min-h-12 px-3 text-[0.9375rem] after:absolute after:inset-x-3 after:bottom-0 after:h-0.5',
                  isShown ? 'font-medium text-ink after:bg-ink' : 'text-soft hover:text-ink',
                )}
              >
                {sectionParts[section].label}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
