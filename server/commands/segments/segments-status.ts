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
      const now = new Date();
      const listed = await listSegmentStatus({ db, segmentsFolder, now }, call.options.company);
      if (call.flags.has('json')) call.print(JSON.stringify(listed, null, 2));
      else for (const line of toLines(listed, now)) call.print(line);
    });
  },
});

const heading = ['company', 'days', 'files', 'size', 'bytes/event', 'last build', 'missing', 'state'];

function toLines(listed: SegmentStatus[], now: Date): string[] {
  if (listed.length === 0) return ['There is no company.'];
  return toTable([heading, ...listed.map((status) => toRow(status, now))]);
}

function toRow(status: SegmentStatus, now: Date): string[] {
  return [
    status.company,
    String(status.days),
    String(status.files),
    `${(status.bytes / 1e6).toFixed(1)} MB`,
    status.bytesPerEvent === null ? '-' : status.bytesPerEvent.toFixed(1),
    status.lastBuiltAt ? toTime(status.lastBuiltAt) : 'never',
    describeMissing(status),
    describeState(status, now),
  ];
}

function describeMissing({ missing: { days, files } }: SegmentStatus): string {
  const parts: string[] = [];
  if (days.length > 0) parts.push(`${describeCount(days.length, 'day')} (${days[0]} to ${days.at(-1)})`);
  if (files.length > 0) parts.push(`${describeCount(files.length, 'segment')} without files`);
  return parts.join(', ') || 'nothing';
}

/** Last in its line, because a failure is a sentence. */
function describeState(status: SegmentStatus, now: Date): string {
  switch (status.state) {
    case 'no-events':
      return 'no events';
    case 'first-build-due':
      return 'the first build is due';
    case 'up-to-date':
      return describeTail(status, now);
    case 'behind':
      return `behind since ${toTime(status.behindSince ?? '')}, because ${describeReasons(status).join('; ')}`;
  }
}

/** A healthy company has a tail all the time: it is not a backlog. */
function describeTail({ revisionsBehind, eventsInTail, oldestChangeAt }: SegmentStatus, now: Date): string {
  if (!revisionsBehind || oldestChangeAt === null) return 'up to date';
  const isOne = eventsInTail === 1;
  const what = eventsInTail === 0 ? 'changes' : describeCount(eventsInTail, 'event');
  const since = describeDuration(now.getTime() - Date.parse(oldestChangeAt));
  return `up to date; ${what} of the last ${since} ${isOne ? 'is' : 'are'} counted from PostgreSQL, which is normal`;
}

function describeDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds <= 120 ? describeCount(seconds, 'second') : describeCount(Math.ceil(seconds / 60), 'minute');
}

function describeReasons({ failures }: SegmentStatus): string[] {
  if (failures.length > 0) return failures.map(describeFailure);
  return ['nothing was built since then: check that the server runs on this machine'];
}

const workNames = { build: 'built', read: 'read' };

const describeFailure = ({ work, count, lastAt, error }: SegmentStatus['failures'][number]) =>
  `it could not be ${workNames[work]} (${count === 1 ? 'once' : `${count.toLocaleString('en')} times in a row, last`} at ${toTime(lastAt)}): ${error}`;

const toTime = (at: string) => at.slice(0, 19).replace('T', ' ');

const describeCount = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`;
