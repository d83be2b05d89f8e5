import type { ReactNode } from 'react';
import type { BackupRun, BackupsAnswer } from '../../../contract/operation/backups.ts';
import { describeBytes } from '../../../contract/operation/describe-bytes.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useBackUpNow } from '../api/operation.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ResponsiveTable, TableCell, TableRow } from '../components/responsive-table.tsx';

const columns = [
  { label: 'Started' },
  { label: 'Result' },
  { label: 'Duration', isNumber: true },
  { label: 'Size', isNumber: true },
] as const;

/** The schedule, its last results, and a button to make one now. */
export function BackupsSection({ backups }: { backups: BackupsAnswer }) {
  const { folder, runs } = backups;
  return (
    <section aria-labelledby="backups">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="backups" className="text-title">
          Backups
        </h2>
        {folder !== null && <BackUpNow isBusy={backups.isBusy} />}
      </div>
      {folder === null ? (
        <div className="mt-4">
          <EmptyState title="No backup is made by itself">
            <p>
              The operator sets BACKUP_TO to a folder, best on another disk. Then a backup is written every
              night, read back completely, and the last seven are kept.
            </p>
          </EmptyState>
        </div>
      ) : (
        <Schedule {...backups} folder={folder} />
      )}
      {runs.length > 0 && (
        <div className="mt-6">
          <ResponsiveTable caption="The last backups, newest first" columns={columns}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ResponsiveTable>
        </div>
      )}
      {folder !== null && runs.length === 0 && (
        <p className="mt-6 text-soft">The first backup is made within an hour.</p>
      )}
    </section>
  );
}

function BackUpNow({ isBusy }: { isBusy: boolean }) {
  const backUp = useBackUpNow();
  async function start() {
    try {
      await backUp.mutateAsync();
      toast.success('The backup begins');
    } catch (error) {
      showError(error);
    }
  }
  const isWaiting = isBusy || backUp.isPending;
  return (
    <Button shape="secondary" size="small" className="min-h-11" busy={isWaiting} onClick={start}>
      {isWaiting ? 'Backing up...' : 'Back up now'}
    </Button>
  );
}

function Schedule({ folder, schedule, keep, nextRunAt, freeBytes }: BackupsAnswer & { folder: string }) {
  const facts: [string, ReactNode][] = [
    ['Next backup', nextRunAt === null ? 'Not planned' : <Timestamp key="next" at={nextRunAt} />],
    ['Schedule (UTC)', <code key="cron">{schedule}</code>],
    ['Kept', keep === 1 ? 'The newest' : `The newest ${keep}`],
    ['Folder', <code key="folder">{folder}</code>],
    ['Free space', freeBytes === null ? 'Not known' : describeBytes(freeBytes)],
  ];
  return (
    <dl className="mt-4 grid gap-x-8 gap-y-3 text-[0.9375rem] sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-note text-soft">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const results = {
  verified: { label: 'Verified', className: 'text-live' },
  failed: { label: 'Failed', className: 'text-danger' },
  running: { label: 'Being made', className: 'text-soft' },
} as const;

function RunRow({ run }: { run: BackupRun }) {
  const { label, className } = results[run.state];
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap tabular max-lg:font-medium">
        <Timestamp at={run.startedAt} />
      </TableCell>
      <TableCell className="max-lg:col-start-1 max-lg:col-end-[-1]">
        <span className={className}>{label}</span>
        {(run.error ?? run.file) !== null && (
          <span className="block max-w-[38rem] text-note wrap-anywhere text-soft">
            {run.error ?? run.file}
          </span>
        )}
      </TableCell>
      <TableCell isNumber className="whitespace-nowrap text-soft max-lg:mt-1">
        <span className="lg:hidden">Duration: </span>
        {describeDuration(run)}
      </TableCell>
      <TableCell isNumber className="whitespace-nowrap text-soft max-lg:mt-1 max-lg:text-right">
        {run.bytes === null ? '–' : describeBytes(run.bytes)}
      </TableCell>
    </TableRow>
  );
}

function describeDuration({ startedAt, finishedAt }: BackupRun): string {
  if (finishedAt === null) return '–';
  const seconds = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 3_600
    ? `${Math.round(seconds / 60)} min`
    : `${Math.floor(seconds / 3_600)} h ${Math.round((seconds % 3_600) / 60)} min`;
}
