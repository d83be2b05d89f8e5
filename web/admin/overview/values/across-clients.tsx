import { useQuery } from '@tanstack/react-query';
import { overviewDimensions } from '../../../../contract/company/overview.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { type OverviewAddress, readDimension } from '../model/overview-address.ts';
import { dimensionLabels, valuesQuery } from './values-query.ts';
import { ValuesTable } from './values-table.tsx';

const options = overviewDimensions.map((value) => ({ value, label: dimensionLabels[value] }));

/** From where visitors come, over all companies or those of a group. */
export function AcrossClients({ address }: { address: OverviewAddress }) {
  const { query, dimension, changeDimension, group } = address;
  const list = useQuery(valuesQuery(query, dimension, group));
  const label = dimensionLabels[dimension];
  const values = list.data;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SegmentedControl
          legend="What is listed"
          name="dimension"
          value={dimension}
          onChange={(value) => changeDimension(readDimension(value))}
          options={options}
        />
        <p role="status" className="text-note text-soft tabular">
          {values && toCountText(values.companies, values.isComplete)}
        </p>
      </div>
      {values && values.rows.length > 0 && (
        <ValuesTable dimension={dimension} label={label} rows={values.rows} />
      )}
      {values?.rows.length === 0 && values.isComplete && (
        <p className="text-soft">{label} appear here when visitors arrive in this period.</p>
      )}
      {values && values.rows.length > 0 && (
        <p className="text-note text-soft">
          Visitors are the sum of those of each site. Amounts of different currencies are never added up. Demo
          data is left out.
        </p>
      )}
      {!values && list.error && <LoadFailed title="Failed to load the sums" query={list} />}
      {((!values && !list.error) || (values?.rows.length === 0 && !values.isComplete)) && <Spinner />}
    </>
  );
}

function toCountText(companies: number, isComplete: boolean): string {
  const counted = companies === 1 ? '1 company' : `${companies} companies`;
  return isComplete ? counted : `${counted} counted so far`;
}
