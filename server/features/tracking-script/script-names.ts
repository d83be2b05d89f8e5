import { apiPaths } from '../../../contract/paths.ts';

/** The paths under which this installation serves the tracking script and receives its events. */
export interface ScriptNames {
  /** Such as `/t.js`. */
  script: string;
  /** Such as `/api/track-analytics`. */
  endpoint: string;
}

/** The names of every installation. They keep working where others are chosen. */
export const usualNames: ScriptNames = { script: '/t.js', endpoint: apiPaths.trackAnalytics };

/** The path of a frozen release: `/t-3.1.0.js`. */
export const toFrozenPath = ({ script }: ScriptNames, version: string): string =>
  script.replace(/\.js$/, `-${version}.js`);

/** A release that sends its events to the endpoint of these names: the address is relative to that of the script. */
export function nameEndpoint(script: Buffer, { endpoint }: ScriptNames): Buffer {
  if (endpoint === usualNames.endpoint) return script;
  return Buffer.from(script.toString().replace(usualNames.endpoint.slice(1), endpoint.slice(1)));
}
