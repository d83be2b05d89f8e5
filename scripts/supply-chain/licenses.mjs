/**
 * Licences that ask for no more than their own text and name beside the product, and MPL-2.0, which also asks
 * that changes to its own files be published: we change none.
 */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];

/**
 * What a production install brings, sorted by name. A lock names the licence that each package declares.
 * @param {Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }>} packages
 */
export function listProduction(packages) {
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
    .map(([place, { version = '', license = 'none declared' }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Whether a licence, or one that an expression offers, is allowed.
 * @param {string} expression as in SPDX: "MIT", "(MIT OR GPL-3.0)"
 */
export function isAllowed(expression) {
  const offers = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return offers.some((offer) => offer.split(' AND ').every((each) => allowedLicences.includes(each.trim())));
}
