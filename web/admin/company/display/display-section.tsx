import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { usualDisplay } from '../../../../contract/company/portal-display.ts';
import { type PortalSection, portalSections } from '../../../../contract/company/portal-sections.ts';
import { metricsWithoutGoal } from '../../../../contract/stats/model/metrics.ts';
import { statsPeriods } from '../../../../contract/stats/model/periods.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Section } from '../../companies/form/settings-sections.tsx';
import { figureName, figuresOf, periodNames, sectionNames, tabsOf } from './display-names.ts';
import { DisplayPreview } from './display-preview.tsx';
import { HeadlineGoal } from './headline-goal.tsx';
import { OrderedChoices } from './ordered-choices.tsx';
import type { EnteredDisplay } from './use-display.ts';

const figuresMax = 4;

interface DisplaySectionProps {
  company: AdminCompany;
  display: EnteredDisplay;
  error: string | undefined;
}

/** The settings of the portal's display. */
export function DisplaySection({ company, display, error }: DisplaySectionProps) {
  const { shown, change, isUsual } = display;
  const figures = figuresOf(shown, company);
  return (
    <Section id="portal" title="What the client sees">
      <DisplayPreview company={company} display={shown} />
      <SelectField
        label="Period it opens with"
        hint="A link that names a period opens with that one."
        value={shown.period}
        onChange={({ currentTarget }) =>
          change({ period: statsPeriods.find((name) => name === currentTarget.value) ?? shown.period })
        }
        options={statsPeriods.map((value) => ({ value, label: periodNames[value] }))}
      />
      <HeadlineGoal
        companyId={company.id}
        goalId={shown.goalId}
        error={error}
        onChange={(goalId) => change({ goalId })}
      />
      <CheckField
        label="Choose the figures"
        hint={
          company.hasOrders
            ? 'Otherwise: revenue, visitors, orders and conversion rate, next to who is live.'
            : 'Otherwise: visitors, visits, page views and visit duration, next to who is live; once there are orders, revenue and orders as well.'
        }
        checked={shown.figures !== null}
        onChange={({ currentTarget }) => change({ figures: currentTarget.checked ? [...figures] : null })}
      />
      {shown.figures && (
        <OrderedChoices
          legend="Figures"
          hint={`One to ${figuresMax}, next to who is live.`}
          names={metricsWithoutGoal}
          toLabel={figureName}
          chosen={shown.figures}
          max={figuresMax}
          onChange={(figures) => change({ figures })}
        />
      )}
      <OrderedChoices
        legend="Sections"
        hint="Below the figures, in this order."
        names={portalSections}
        toLabel={(name) => sectionNames[name]}
        chosen={shown.sections}
        onChange={(sections) => change({ sections })}
        extra={(section) => <FirstList section={section} display={display} />}
      />
      {!isUsual && (
        <div>
          <Button shape="secondary" size="small" onClick={() => change(usualDisplay)}>
            Use the usual display
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The tab that a section of lists opens with. */
function FirstList({ section, display }: { section: PortalSection; display: EnteredDisplay }) {
  const tabs = tabsOf(section);
  const [first] = tabs;
  if (!first || tabs.length === 1) return null;
  const { firstLists } = display.shown;
  return (
    <label className="flex shrink-0 items-center gap-2 text-[0.9375rem] text-soft max-sm:order-last max-sm:w-full max-sm:pb-2 max-sm:pl-9">
      opens with
      <select
        aria-label={`${sectionNames[section]} opens with`}
        value={firstLists[section] ?? first.dimension}
        onChange={({ currentTarget: { value } }) => {
          const { [section]: _, ...others } = firstLists;
          const chosen = tabs.find(({ dimension }) => dimension === value);
          display.change({
            firstLists: chosen && chosen !== first ? { ...others, [section]: chosen.dimension } : others,
          });
        }}
        className="min-h-10 cursor-pointer rounded-control border border-strong bg-surface px-2 text-ink hover:border-ink"
      >
        {tabs.map(({ dimension, label }) => (
          <option key={dimension} value={dimension}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
