import { requireCompany } from '../features/companies/companies.ts';
import { updateDataset } from '../features/segments/rebuild.ts';
import {
  eraseVisitor,
  findVisitorData,
  toSubject,
  type VisitorData,
} from '../features/tracking/visitors/erase-visitor.ts';
import { operator } from '../platform/audit.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';
import { withSegments } from './segments/with-segments.ts';

export const visitorErase = defineCommand({
  usage: 'visitor erase --company ID --address IP --user-agent TEXT [--yes]',
  summary:
    'Erases what a visitor did today and yesterday, for a legal request. Asks first, except with --yes.',
  options: ['company', 'address', 'user-agent'],
  flags: ['yes'],
  run: async (call) => {
    const { print, requireOption, flags } = call;
    const subject = toSubject(requireOption('address'), requireOption('user-agent'));
    await withCommandContext(call, async (context) => {
      const { db } = context;
      const company = await requireCompany(db, requireOption('company'));
      const found = await findVisitorData(db, company.id, subject, new Date());
      for (const line of describeData(found, company.name)) print(line);
      if (isEmpty(found)) return;
      if (!flags.has('yes') && !(await call.confirm('Erase it? This cannot be undone.'))) {
        print('Nothing was changed.');
        return;
      }
      const erased = await eraseVisitor(db, company, subject, { by: operator, now: new Date() });
      print(
        `Erased ${describeCount(erased.pageViews + erased.otherEvents, 'event')} of ${describeCount(erased.visitors, 'visitor')}.`,
      );
      await withSegments(call, context, (segments) => updateDataset({ db, segments }, company.id));
      print('The segments of these days are written again. Their old files are deleted within 20 minutes.');
    });
  },
});

const describeCount = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`;

const isEmpty = ({ visitors, pageViews, otherEvents, orders, presence, unlinkedEngagement }: VisitorData) =>
  visitors + pageViews + otherEvents + orders + presence + unlinkedEngagement === 0;

function describeData(data: VisitorData, company: string): string[] {
  if (isEmpty(data)) {
    return [
      `${company} has nothing of this address and user agent from today or yesterday.`,
      'What is older is not linked to an address: the salts that visitor ids were hashed with are destroyed.',
    ];
  }
  return [
    `Stored by ${company} about this address and user agent, today and yesterday:`,
    `  visitors       ${data.visitors} (a browser on one day; people who share both cannot be distinguished)`,
    `  page views     ${data.pageViews}`,
    `  other events   ${data.otherEvents}`,
    `  open tabs      ${data.presence}`,
    `  reading times  ${data.unlinkedEngagement} of unknown visitors, which may be theirs (kept out of every figure; erased too)`,
    `  shop orders    ${data.orders} (kept as business records, without anything about the visitor)`,
  ];
}
