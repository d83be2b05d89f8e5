import type { Job } from '../../../contract/operation/jobs.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { formatCount } from '../../ui/format.ts';
import { useRetryJobs } from '../api/operation.ts';
import { ResponsiveTable, TableCell, TableRow } from '../components/responsive-table.tsx';

const columns = [
  { label: 'Job' },
  { label: 'Last done' },
  { label: 'Next run' },
  { label: 'Waiting', isNumber: true },
  { label: 'Running', isNumber: true },
  { label: 'Failed', isNumber: true },
] as const;

export function JobsTable({ jobs }: { jobs: Job[] }) {
  return (
    <ResponsiveTable caption="Background jobs, failed ones first" columns={columns}>
      {jobs.map((job) => (
        <JobRow key={job.name} job={job} />
      ))}
    </ResponsiveTable>
  );
}

function JobRow({ job }: { job: Job }) {
  const { title, purpose, waiting, running, failed, lastDoneAt, nextRunAt, schedule } = job;
  return (
    <TableRow>
      <TableCell className="max-lg:col-span-2 lg:max-w-[34rem]">
        <span className="font-medium">{title}</span>
        <span className="block text-note text-soft">{purpose}</span>
        <Failure job={job} />
      </TableCell>
      <TableCell
        className={classNames(
          'whitespace-nowrap text-soft tabular max-lg:col-span-2 max-lg:mt-2',
          lastDoneAt === null && 'max-lg:hidden',
        )}
      >
        <span className="lg:hidden">Last done: </span>
        {lastDoneAt === null ? '–' : <Timestamp at={lastDoneAt} />}
      </TableCell>
      <TableCell
        className={classNames(
          'whitespace-nowrap text-soft tabular max-lg:col-span-2',
          lastDoneAt === null && 'max-lg:mt-2',
        )}
      >
        <span className="lg:hidden">Next run: </span>
        {nextRunAt === null ? 'When needed' : <Timestamp at={nextRunAt} />}
        {schedule !== null && <span className="sr-only">, schedule {schedule} in UTC</span>}
      </TableCell>
      <Count label="Waiting" value={waiting} />
      <Count label="Running" value={running} />
      <Count label="Failed" value={failed} isBad={failed > 0} />
    </TableRow>
  );
}

/** On a narrow screen, only what there is to count. */
function Count({ label, value, isBad = false }: { label: string; value: number; isBad?: boolean }) {
  const tone = isBad ? 'text-danger' : value > 0 ? '' : 'text-soft max-lg:hidden';
  return (
    <TableCell isNumber className={`max-lg:col-span-2 ${tone}`}>
      <span className="lg:hidden">{label}: </span>
      {formatCount(value)}
    </TableCell>
  );
}

function Failure({ job: { name, title, failed, lastFailure } }: { job: Job }) {
  const retry = useRetryJobs(name);
  if (!lastFailure) return null;

  async function tryAgain() {
    try {
      await retry.mutateAsync();
      toast.success(`${title}: trying again`);
    } catch (error) {
      showError(error);
    }
  }

  const { at, error, retries, isRetrying } = lastFailure;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="font-mono text-note wrap-anywhere text-danger">{error}</p>
      <p className="text-note text-soft">
        {at !== null && (
          <>
            <Timestamp at={at} />,{' '}
          </>
        )}
        {describeRetries(retries)}.{isRetrying && ' It will be tried again automatically.'}
      </p>
      {failed > 0 && (
        <Button shape="secondary" size="small" className="min-h-11" busy={retry.isPending} onClick={tryAgain}>
          {retry.isPending ? 'Trying...' : 'Try again'}
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </div>
  );
}

function describeRetries(retries: number): string {
  if (retries === 0) return 'not retried';
  return retries === 1 ? 'retried once' : `retried ${retries} times`;
}
