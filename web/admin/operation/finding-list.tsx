import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { CheckedPart, Finding } from '../../../contract/operation/self-check.ts';
import { classNames } from '../../ui/class-names.ts';

const labels: Record<CheckedPart, string> = {
  backups: 'Backups',
  'backup-disk': 'Disk of the backups',
  disk: 'Disk of the data',
  'database-durability': 'Safety of the database',
  'database-role': 'Rights in the database',
  schema: 'Schema of the database',
  clock: 'Clocks',
  mail: 'Mail',
  proxy: 'Proxies',
  tls: 'Encryption',
  segments: 'Segments',
};

const states = {
  problem: { label: 'Problem', Icon: CircleAlert, className: 'text-danger' },
  notice: { label: 'Notice', Icon: Info, className: 'text-warn' },
  ok: { label: 'In order', Icon: CircleCheck, className: 'text-live' },
} as const;
const order: readonly Finding['state'][] = ['problem', 'notice', 'ok'];

/** Problems come first, then notices. */
export function FindingList({ findings }: { findings: Finding[] }) {
  const sorted = order.flatMap((state) => findings.filter((finding) => finding.state === state));
  return (
    <ul aria-label="Findings" className="border-t border-line">
      {sorted.map((finding) => (
        <FindingLine key={finding.part} finding={finding} />
      ))}
    </ul>
  );
}

function FindingLine({ finding: { part, state, sentence, advice } }: { finding: Finding }) {
  const { label, Icon, className } = states[state];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-[0.9375rem] md:grid-cols-[15rem_minmax(0,1fr)]">
      <p className="flex items-start gap-2.5 font-medium">
        <Icon
          className={classNames('mt-0.5 size-5 shrink-0', className)}
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <span>
          {labels[part]}
          <span className="sr-only">: {label}</span>
        </span>
      </p>
      <div className="max-w-[46rem] max-md:pl-[1.875rem]">
        <p className={classNames('wrap-anywhere', state === 'ok' && 'text-soft')}>{sentence}</p>
        {advice && <p className="mt-1 wrap-anywhere text-soft">{advice}</p>}
      </div>
    </li>
  );
}
