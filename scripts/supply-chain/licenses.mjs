/**
 * Licences that only require including their text and copyright notice, and MPL-2.0, which also requires publishing
 * changes to its files: Northlight changes none. OFL-1.1, of typefaces, forbids selling them alone and changing them under
 * their name.
 */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'CC0-1.0',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
];

/**
 * Licences of versions that declare none in their package.json, as read in the files they contain.
 * @type {Record<string, string>}
 */
const undeclaredLicences = { 'png-js@2.0.0': 'MIT' };

/**
 * The packages of a production install, sorted by name, with their licences.
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }>} packages
 */
export function listProduction(packages) {
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
    .map(([place, { version = '', license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version,
        licence: license ?? undeclaredLicences[`${name}@${version}`] ?? 'none declared',
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Whether a licence, or one alternative of an SPDX expression, is allowed.
 * @param {string} expression as in SPDX: "MIT", "(MIT OR GPL-3.0)"
 */
export function isAllowed(expression) {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((each) => allowedLicences.includes(each.trim())),
  );
}
