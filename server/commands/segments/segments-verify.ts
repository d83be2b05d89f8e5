import { requireCompany } from '../../features/companies/companies.ts';
import { StatsReader } from '../../features/stats/reader.ts';
import { verifyCompany } from '../../features/stats/recount/verify-company.ts';
import { toChannel, toSource } from '../../features/tracking/sources/sources.ts';
import { defineCommand } from '../command.ts';
import { withCommandContext } from '../command-context.ts';
import { withSegments } from './with-segments.ts';

const date = /^\d{4}-\d\d-\d\d$/;

const sources = {
  toSource: (referrerHost: string) => toSource({ referrerHost }),
  toChannel: (referrerHost: string) => toChannel({ referrerHost }),
};

export const segmentsVerify = defineCommand({
  usage: 'segments verify COMPANY-ID [--from DATE] [--to DATE]',
  summary:
    'Recounts every day of a company from the stored events and compares it with the statistics. Fails if a number differs.',
  options: ['company', 'from', 'to'],
  positional: 'company',
  run: async (call) => {
    const { options, print, log } = call;
    const { from, to } = options;
    for (const [name, value] of Object.entries({ from, to }))
      if (value !== undefined && !date.test(value))
        throw new Error(`--${name} must be a date such as 2026-01-31`);
    await withCommandContext(call, async (context) => {
      const company = await requireCompany(context.db, call.requireOption('company'));
      await withSegments(call, context, async (segments) => {
        const deps = { db: context.db, reader: new StatsReader(segments) };
        let days = 0;
        let differing = 0;
        for await (const verified of verifyCompany(deps, company.id, {
          sources,
          now: new Date(),
          from,
          to,
        })) {
          days += 1;
          const { day, differences } = verified;
          log(`${day}: ${differences.length === 0 ? 'equal' : 'differs'}`);
          if (differences.length === 0) continue;
          differing += 1;
          for (const difference of differences) print(`${day}  ${difference}`);
        }
        const counted = `${days} ${days === 1 ? 'day' : 'days'}`;
        if (differing > 0)
          throw new Error(
            `${differing} of ${counted} of ${company.name} ${differing === 1 ? 'differs' : 'differ'}.`,
          );
        print(
          days === 0
            ? `${company.name} has no stored events on these days.`
            : `${company.name}: ${counted}, every number equals the recount of the stored events.`,
        );
      });
    });
  },
});
