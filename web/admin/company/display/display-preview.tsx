import { useQuery } from '@tanstack/react-query';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { PortalDisplay } from '../../../../contract/company/portal-display.ts';
import { goalsQuery } from '../../api/goals.ts';
import { figureName, figuresOf, periodNames, sectionNames, tabsOf } from './display-names.ts';

interface DisplayPreviewProps {
  company: AdminCompany;
  display: PortalDisplay;
}

/** The portal as text, from top to bottom. */
export function DisplayPreview({ company, display }: DisplayPreviewProps) {
  const { data: goals } = useQuery(goalsQuery(company.id));
  const goal = goals?.find(({ id }) => id === display.goalId);
  const figures = ['Active Users', ...figuresOf(display, company).map(figureName)];
  return (
    <section aria-labelledby="display-preview" className="rounded-control bg-sunken px-4 py-4 sm:px-5">
      <h3 id="display-preview" className="font-medium">
        The portal of {company.name}, from top to bottom
      </h3>
      <ol className="mt-2 grid gap-1 text-[0.9375rem] text-soft">
        <li>{periodNames[display.period]}</li>
        <li>
          <span className="text-ink">{figures.join(' · ')}</span>
          {goal && ` · conversions of “${goal.name}”`}
        </li>
        {display.sections.map((section) => {
          const opened = tabsOf(section).find(({ dimension }) => dimension === display.firstLists[section]);
          return (
            <li key={section}>
              {sectionNames[section]}
              {opened && `, opened at ${opened.label}`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
