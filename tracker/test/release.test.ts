import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildTracker, compileFormerNames, compileTracker, measure } from '../build.mjs';
import { newestOf, readReleases, release, releasesFolder } from '../release.mjs';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-tracker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the script is at most 2,336 bytes after gzip', () => {
  expect(measure(compileTracker()).gzipBytes).toBeLessThanOrEqual(2336);
});

test('the part for former names is at most 500 bytes after gzip', () => {
  expect(measure(compileFormerNames()).gzipBytes).toBeLessThanOrEqual(500);
});

test('the script has no name of the product', () => {
  expect(compileTracker().toString()).not.toMatch(/northlight/i);
});

test('the part for former names is written; otherwise run: node tracker/release.mjs former-names', () => {
  const written = readFileSync(join(releasesFolder, 'former-names.js'), 'utf8');
  expect(written).toBe(compileFormerNames().toString());
});

test('the build writes t.js and returns its size and integrity', () => {
  const folder = aFolder();
  const { bytes, integrity } = buildTracker(folder);
  const built = readFileSync(join(folder, 't.js'));
  expect(built.byteLength).toBe(bytes);
  expect(measure(built).integrity).toBe(integrity);
});

test('released scripts are unchanged', () => {
  const releases = readReleases();
  const scripts = readdirSync(releasesFolder).filter((file) => /^\d.*\.js$/.test(file));
  expect(scripts.toSorted()).toEqual(
    Object.keys(releases)
      .map((version) => `${version}.js`)
      .toSorted(),
  );
  for (const [version, { integrity, bytes }] of Object.entries(releases)) {
    const { integrity: now, bytes: size } = measure(readFileSync(join(releasesFolder, `${version}.js`)));
    expect({ version, integrity: now, bytes: size }).toEqual({ version, integrity, bytes });
  }
});

test('the current script is released; otherwise run: node tracker/release.mjs <next version>', () => {
  const releases = readReleases();
  const newest = newestOf(releases);
  expect(newest && releases[newest]?.integrity).toBe(measure(compileTracker()).integrity);
});

test('the script sends the version of its release', () => {
  expect(compileTracker().toString()).toContain(`?v=${newestOf(readReleases())}`);
});

test('a release needs a version newer than all earlier ones', () => {
  const folder = aFolder();
  const first = release('1.9.0', folder);
  expect(measure(readFileSync(join(folder, '1.9.0.js')))).toMatchObject(first);
  expect(() => release('1.9.0', folder)).toThrow('already released');
  expect(() => release('1.2.0', folder)).toThrow('older than 1.9.0');
  expect(() => release('../2', folder)).toThrow('not a version');
  release('1.10.0', folder);
  expect(newestOf(readReleases(folder))).toBe('1.10.0');
});
