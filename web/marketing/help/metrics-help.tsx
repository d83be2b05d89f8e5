import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { HelpEntrySection } from './help-entry-section.tsx';
import { helpGroups } from './help-groups.ts';
import { VisitorDay } from './visitor-day.tsx';

/** The explanations with their contents. Only text and links, see `staticPart`. */
export function MetricsHelp() {
  useScrollToFragment();
  return (
    <div className="page">
      <VisitorDay />
      <div className="mt-16 grid gap-x-16 border-t border-strong lg:mt-24 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents />
        <div className="min-w-0 pt-4 lg:pt-2">
          {helpGroups.map((group) => (
            <section key={group.id} aria-labelledby={group.id} className="pt-12 lg:pt-16">
              <h2 id={group.id} className="text-heading">
                {group.title}
              </h2>
              <p className="mt-3 max-w-[52ch] text-lead text-soft">{group.lead}</p>
              <div className="mt-6">
                {group.entries.map((entry) => (
                  <HelpEntrySection key={entry.id} entry={entry} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * Opened from another page, this part is rendered after the router looked for the fragment's element. As static HTML it
 * runs no effects, and the browser has scrolled itself.
 */
function useScrollToFragment(): void {
  const { hash } = useLocation();
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
}

function Contents() {
  return (
    <nav
      aria-label="Contents"
      className="pt-10 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:pt-16 lg:pb-10"
    >
      <ol className="grid gap-3 text-[0.9375rem] lg:gap-6">
        {helpGroups.map((group) => (
          <li key={group.id}>
            <a
              href={`#${group.id}`}
              className="inline-flex min-h-9 items-center font-medium hover:text-live max-lg:min-h-11"
            >
              {group.title}
            </a>
            <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-5 lg:border-l lg:border-line">
              {group.entries.map((entry) => (
                <li key={entry.id}>
                  <a
                    href={`#${entry.id}`}
                    className="flex min-h-9 items-center leading-snug text-soft hover:text-live max-lg:min-h-11 lg:pl-4"
                  >
                    {entry.term}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </nav>
  );
}
