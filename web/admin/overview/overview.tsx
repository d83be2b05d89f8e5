import { useMemo } from 'react';
import { ComparisonMenu } from '../../period/comparison-choice.tsx';
import { PeriodBar } from '../../period/period-bar.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import type { AllFigures } from './figures/use-all-figures.ts';
import { FilterChips } from './list/filter-chips.tsx';
import { OverviewList } from './list/overview-list.tsx';
import { isInGroup, listGroups } from './model/groups.ts';
import type { OverviewAddress } from './model/overview-address.ts';
import type { Listed } from './model/overview-columns.ts';
import { AcrossClients } from './values/across-clients.tsx';

/** The reader's zone decides which day is today; every company counts the days of its zone. */
const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface OverviewProps {
  listed: readonly Listed[];
  figures: AllFigures;
  address: OverviewAddress;
}

/** All companies of the member in a period: one after the other, or what they have in common. */
export function Overview({ listed, figures, address }: OverviewProps) {
  const { group, changeGroup, isAcross } = address;
  const groups = useMemo(() => listGroups(listed.map(({ company }) => company)), [listed]);
  const chips = groups.map((each) => {
    const isPressed = group !== null && isInGroup({ groups: [each.name] }, group);
    return { ...each, isPressed, onPress: () => changeGroup(isPressed ? null : each.name) };
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PeriodBar view={address.view} changeView={address.changeView} timeZone={ownTimeZone()} />
        {!isAcross && <ComparisonMenu view={address.view} changeView={address.changeView} />}
        {(listed.length > 1 || isAcross) && (
          <div className="sm:ml-auto">
            <SegmentedControl
              legend="View"
              name="view"
              value={isAcross ? 'values' : ''}
              onChange={(value) => address.changeAcross(value !== '')}
              options={[
                { value: '', label: 'Each company' },
                { value: 'values', label: 'Across clients' },
              ]}
            />
          </div>
        )}
      </div>
      {isAcross ? (
        <>
          <FilterChips chips={chips} />
          <AcrossClients address={address} />
        </>
      ) : (
        <OverviewList listed={listed} figures={figures} address={address} groupChips={chips} />
      )}
    </>
  );
}
