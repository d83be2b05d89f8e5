import { listSegmentStatus, type SegmentStatus } from '../../features/segments/status/segment-status.ts';
import { toSegmentsFolder } from '../../paths.ts';
import { defineCommand } from '../command.ts';
import { withCommandContext } from '../command-context.ts';
import { toTable } from '../table.ts';

export const segmentsStatus = defineCommand({
  usage: 'segments status [COMPANY-ID] [--json]',
  summary:
    'Shows the segments of each company on this machine: days, files, size, how far behind, what is missing.',
  options: ['company'],
  flags: ['json'],
  positional: 'company',
  run: async (call) => {
    const segmentsFolder = toSegmentsFolder(call.config.dataDir);
    await withCommandContext(call, async ({ db }) => {
      const listed = await listSegmentStatus({ db, segmentsFolder }, call.options.company);
      if (call.flags.has('json')) call.print(JSON.stringify(listed, null, 2));
      else for (const line of toLines(listed)) call.print(line);
    });
  },
});

const heading = ['company', 'days', 'files', 'size', 'bytes/event', 'behind', 'last build', 'missing'];

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
    status.revisionsBehind === null ? 'not built' : `${status.revisionsBehind} commits`,
    status.lastBuiltAt?.slice(0, 19).replace('T', ' ') ?? 'never',
    describeMissing(status),
  ];
}

function describeMissing({ missing: { days, files } }: SegmentStatus): string {
  const parts: string[] = [];
  if (days.length > 0) parts.push(`${describeCount(days.length, 'day')} (${days[0]} to ${days.at(-1)})`);
  if (files.length > 0) parts.push(`${describeCount(files.length, 'segment')} without files`);
  return parts.join(', ') || 'nothing';
}

const describeCount = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`;
