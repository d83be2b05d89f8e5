import { toChannel, toSource } from '../tracking/sources/sources.ts';

/** Source and channel of a row stored before version 0.2, from the host of its referrer ('' for none). */
export function toOldSource(referrerHost: string): [source: string, channel: string] {
  return [toSource({ referrerHost }), toChannel({ referrerHost })];
}
