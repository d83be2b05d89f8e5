import { listSegmentStatus, type SegmentStatus } from '../../features/segments/status/segment-status.ts';
import { toSegmentsFolder } from '../../paths.ts';
import { defineCommand } from '../command.ts';
import { withCommandContext } from '../command-context.ts';
import { toTable } from '../table.ts';

export const segmentsStatus = defineCommand({
  usage: 'segments status [COMPANY-ID] [--json]',
  summary:
    'Shows the segments of each company on this machine: days, files, size, whether they are up to date, what is missing.',
  options: ['company'],
  flags: ['json'],
  positional: 'company',
  run: async (call) => {
    const segmentsFolder = toSegmentsFolder(call.config.dataDir);
    await withCommandContext(call, async ({ db }) => {
      const listed = await listSegmentStatus({ db, segmentsFolder, now: new Date() }, call.options.company);
      if (call.flags.has('json')) call.print(JSON.stringify(listed, null, 2));
      else for (const line of toLines(listed)) call.print(line);
    });
  },
});

const heading = ['company', 'days', 'files', 'size', 'bytes/event', 'last build', 'missing', 'state'];

function toLines(listed: SegmentStatus[]): string[] {
  if (listed.length === 0) return ['There is no company.'];
  return toTable([heading, ...listed.map(toRow)]);
}

function toRow(status: SegmentStatus): string[] {
  return [
    status.company,
    String(status.days),
    String(status.files),
    `${(status.bytes / 1e6).toFixed(1)} MB`,
    status.bytesPerEvent === null ? '-' : status.bytesPerEvent.toFixed(1),
    status.lastBuiltAt ? toTime(status.lastBuiltAt) : 'never',
    describeMissing(status),
    describeState(status),
  ];
}

function describeMissing({ missing: { days, files } }: SegmentStatus): string {
  const parts: string[] = [];
  if (days.length > 0) parts.push(`${describeCount(days.length, 'day')} (${days[0]} to ${days.at(-1)})`);
  if (files.length > 0) parts.push(`${describeCount(files.length, 'segment')} without files`);
  return parts.join(', ') || 'nothing';
}

/** Last in its line, because a failure is a sentence. */
function describeState({ state, behindSince, revisionsBehind, failures }: SegmentStatus): string {
  switch (state) {
    case 'no-events':
      return 'no events';
    case 'first-build-due':
      return 'the first build is due';
    case 'up-to-date': {
      const commits = revisionsBehind ?? 0;
      if (commits === 0) return 'up to date';
      return `up to date, the newest ${describeCount(commits, 'commit')} in the tail`;
    }
    case 'behind':
      return [`behind since ${toTime(behindSince ?? '')}`, ...failures.map(describeFailure)].join('; ');
  }
}

const workNames = { build: 'built', read: 'read' };

const describeFailure = ({ work, count, lastAt, error }: SegmentStatus['failures'][number]) =>
  `could not be ${workNames[work]} (${count === 1 ? 'once' : `${count.toLocaleString('en')} times in a row, last`} at ${toTime(lastAt)}): ${error}`;

const toTime = (at: string) => at.slice(0, 19).replace('T', ' ');

const describeCount = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`;
