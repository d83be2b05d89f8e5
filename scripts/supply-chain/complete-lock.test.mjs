import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../run.mjs';
import { findForbiddenUnverified, findMissing, findUnverified } from './complete-lock.mjs';

describe('optional packages of other platforms that a lock file lacks', () => {
  test('are added with the platform that their name contains', () => {
    const packages = {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-musl': '1.2.3',
          '@tool/win32-arm64-msvc': '1.2.3',
          '@tool/win32-x64-gnu': '1.2.3',
          '@tool/wasm32-wasi': '1.2.3',
          '@tool/linux-arm-gnueabihf': '1.2.3',
        },
      },
    };
    expect(findMissing(packages)).toEqual({
      'node_modules/@tool/linux-x64-musl': {
        version: '1.2.3',
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
        dev: true,
        optional: true,
      },
      'node_modules/@tool/win32-arm64-msvc': {
        version: '1.2.3',
        os: ['win32'],
        cpu: ['arm64'],
        dev: true,
        optional: true,
      },
      'node_modules/@tool/win32-x64-gnu': {
        version: '1.2.3',
        os: ['win32'],
        cpu: ['x64'],
        dev: true,
        optional: true,
      },
      'node_modules/@tool/wasm32-wasi': { version: '1.2.3', cpu: ['wasm32'], dev: true, optional: true },
      'node_modules/@tool/linux-arm-gnueabihf': {
        version: '1.2.3',
        os: ['linux'],
        cpu: ['arm'],
        libc: ['glibc'],
        dev: true,
        optional: true,
      },
    });
  });

  test('are not added if an entry exists, nested or at the top level', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { x: '1.0.0' } },
      'node_modules/a/node_modules/x': { version: '1.0.0' },
      'node_modules/b/node_modules/c': { optionalDependencies: { y: '^2.0.0' } },
      'node_modules/y': { version: '2.4.0' },
    };
    expect(findMissing(packages)).toEqual({});
  });

  test('are nested below the dependent package if the top level has another version', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { '@t/darwin-x64': '1.0.0' } },
      'node_modules/b': { optionalDependencies: { '@t/darwin-x64': '2.0.0' } },
    };
    expect(Object.keys(findMissing(packages))).toEqual([
      'node_modules/@t/darwin-x64',
      'node_modules/b/node_modules/@t/darwin-x64',
    ]);
  });
});

describe('entries without an integrity hash', () => {
  test('are forbidden, except for development tools of other platforms', () => {
    const packages = {
      '': {},
      'node_modules/verified': { integrity: 'sha512-x' },
      'node_modules/linked': { link: true },
      'node_modules/served': { version: '1.0.0' },
      'node_modules/served-elsewhere': { version: '1.0.0', optional: true },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/tool-elsewhere': { version: '1.0.0', dev: true, optional: true },
    };
    expect(findUnverified(packages)).toHaveLength(4);
    expect(findForbiddenUnverified(packages)).toEqual([
      'node_modules/served',
      'node_modules/served-elsewhere',
      'node_modules/tool',
    ]);
  });

  test('do not occur in production installs', () => {
    const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
    expect(findForbiddenUnverified(packages)).toEqual([]);
    expect(findUnverified(packages).filter((place) => !packages[place].dev)).toEqual([]);
  });
});
