import type { SourceTable } from '../../features/stats/recount/raw-rows.ts';
import { toChannel, toSource } from '../../features/tracking/sources/sources.ts';

const toSigns = (referrerHost: string) => ({ referrerHost });

/** The product's table of sources and channels. */
export const productSources: SourceTable = {
  toSource: (referrerHost) => toSource(toSigns(referrerHost)),
  toChannel: (referrerHost) => toChannel(toSigns(referrerHost)),
};
