import { rebuildDataset } from '../../features/segments/rebuild.ts';
import { listDatasetsOfCompanies } from '../../features/segments/status/segment-status.ts';
import { defineCommand } from '../command.ts';
import { withCommandContext } from '../command-context.ts';
import { withSegments } from './with-segments.ts';

export const segmentsRebuild = defineCommand({
  usage: 'segments rebuild COMPANY-ID | --all',
  summary: 'Writes the segments of a company on this machine again, or of every company.',
  options: ['company'],
  flags: ['all'],
  positional: 'company',
  run: async (call) => {
    const { flags, options, print, log } = call;
    if (flags.has('all') === (options.company !== undefined))
      throw new Error(
        'Name one company, or add --all.\n\nUsage: npm run cli -- segments rebuild COMPANY-ID | --all',
      );
    await withCommandContext(call, async (context) => {
      const datasets = await listDatasetsOfCompanies(context.db, options.company);
      if (datasets.length === 0) throw new Error(`There is no company ${options.company ?? 'yet'}.`);
      await withSegments(call, context, async (segments) => {
        for (const { datasetId, label } of datasets) {
          const began = performance.now();
          let written = { segments: 0, hits: 0, bytes: 0 };
          await rebuildDataset({ db: context.db, segments }, datasetId, (progress) => {
            written = progress;
            log(
              `${label}: ${progress.segments} segments, ${progress.hits.toLocaleString('en')} events so far`,
            );
          });
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          print(
            `${label}: ${written.segments} segments, ${written.hits.toLocaleString('en')} events, ${(written.bytes / 1e6).toFixed(1)} MB in ${seconds} s`,
          );
        }
      });
    });
  },
});
