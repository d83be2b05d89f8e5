import { readdirSync } from 'node:fs';

/** The versions of the tracking script in a folder (`1.0.0.js` and so on), newest first. */
export function listScriptReleases(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^\d+\.\d+\.\d+\.js$/.test(file))
    .map((file) => file.slice(0, -3))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** Whether a release has the names of before 3.0.0: its tracking codes call `northlight.order(…)`. */
export function hasFormerNames(version: string): boolean {
  return Number.parseInt(version, 10) < 3;
}
