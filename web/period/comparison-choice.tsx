import { ArrowLeftRight } from 'lucide-react';
import { statsComparisons } from '../../contract/stats/model/periods.ts';
import { Disclosure } from '../ui/disclosure/disclosure.tsx';
import { Choice } from './choice.tsx';
import type { ChooseView } from './choose-view.ts';
import { MatchWeekday } from './match-weekday.tsx';
import { comparisonLabels } from './period-labels.ts';

/** The period that the page is compared with, in the toolbar of wide screens. */
export function ComparisonMenu(chosen: ChooseView) {
  const { compare } = chosen.view;
  return (
    <Disclosure
      isAtEnd
      shape="quiet"
      label={
        <>
          <ArrowLeftRight className="size-5 shrink-0 max-lg:hidden" strokeWidth={1.5} aria-hidden="true" />
          <span className="lg:hidden">Compare</span>
          <span className="max-lg:sr-only">
            <span className="sr-only">Compared with: </span>
            {compare === 'none' ? 'No comparison' : `vs ${comparisonLabels[compare]}`}
          </span>
        </>
      }
    >
      {(close) => <ComparisonChoices {...chosen} onChosen={close} />}
    </Disclosure>
  );
}

/** The comparisons to choose from, in the menu and in the sheet. */
export function ComparisonChoices({ view, changeView, onChosen }: ChooseView & { onChosen?: () => void }) {
  return (
    <div className="grid gap-1">
      {statsComparisons.map((compare) => (
        <Choice
          key={compare}
          isChosen={view.compare === compare}
          onChoose={() => {
            changeView({ compare });
            onChosen?.();
          }}
        >
          Compare with {comparisonLabels[compare]}
        </Choice>
      ))}
      <MatchWeekday view={view} changeView={changeView} />
    </div>
  );
}
