// Writes web/portal/dashboard/map/world-map.json: outlines of the land, of each country, and where its dot is.
// Run it after an update of world-atlas (Natural Earth, public domain): node scripts/world-map.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { inRoot } from './run.mjs';

const width = 1000;
const require = createRequire(import.meta.url);

/** ISO 3166 numeric to alpha-2, where world-atlas abbreviates a name or writes another one. @type {Record<string, string>} */
const codes = Object.fromEntries(
  (
    '336VA 584MH 580MP 850VI 840US 239GS 086IO 654SH 612PN 238FK 136KY 092VG 796TC 792TR 780TT 748SZ 728SS 090SB 678ST 670VC ' +
    '662LC 659KN 184CK 732EH 807MK 275PS 666PM 876WF 663MF 652BL 258PF 260TF 248AX 226GQ 214DO 234FO 384CI 180CD 178CG 446MO ' +
    '344HK 140CF 132CV 104MM 070BA 334HM 028AG'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

const names = new Intl.DisplayNames(['en'], { type: 'region' });
/** @type {Map<string | undefined, string>} */
const byName = new Map();
for (const first of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  for (const second of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const code = first + second;
    const name = names.of(code);
    // Withdrawn codes have the names of their successors: SU is Russia, too.
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    if (name !== code && isCurrent) byName.set(name, code);
  }

/** The Natural Earth projection as a polynomial (Šavrič, Patterson and Jenny 2011), scaled to the width of the map. */
const project = (/** @type {number[]} */ [longitude = 0, latitude = 0]) => {
  const [x, y] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const y2 = y * y;
  const y4 = y2 * y2;
  const across = x * (0.8707 - 0.131979 * y2 + y4 * (-0.013791 + y4 * (0.003971 * y2 - 0.001529 * y4)));
  const up = y * (1.007226 + y2 * (0.015085 + y4 * (-0.044475 + 0.028874 * y2 - 0.005916 * y4)));
  const scale = width / (2 * 0.8707 * Math.PI);
  return [Math.round(width / 2 + across * scale), Math.round(250 - up * scale)];
};

/**
 * The parts of a ring on the map. world-atlas joins what crosses 180 degrees of longitude: drawn as it is, its outline
 * would cross the whole map. @param {number[][]} ring @returns {number[][][]}
 */
function cutAtAntimeridian(ring) {
  let turns = 0;
  let last = ring[0]?.[0] ?? 0;
  const continuous = ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - last > 180) turns -= 360;
    if (longitude - last < -180) turns += 360;
    last = longitude;
    return [longitude + turns, latitude];
  });
  return [-360, 0, 360].flatMap((shift) => {
    const shifted = continuous.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude]);
    const part = clip(clip(shifted, 180, 1), -180, -1);
    return part.length > 2 ? [part] : [];
  });
}

/**
 * The part of a ring on one side of a meridian (Sutherland and Hodgman). @param {number[][]} ring
 * @param {number} meridian @param {1 | -1} side 1 for the west @returns {number[][]}
 */
function clip(ring, meridian, side) {
  const isInside = (/** @type {number[]} */ [longitude = 0]) => (meridian - longitude) * side >= 0;
  return ring.flatMap((point, index) => {
    const next = ring[(index + 1) % ring.length] ?? point;
    const kept = isInside(point) ? [point] : [];
    if (isInside(point) === isInside(next)) return kept;
    const [x0 = 0, y0 = 0] = point;
    const [x1 = 0, y1 = 0] = next;
    return [...kept, [meridian, y0 + ((y1 - y0) * (meridian - x0)) / (x1 - x0)]];
  });
}

/** @param {string} file @returns {{ code: string | undefined, rings: number[][][] }[]} */
function readCountries(file) {
  const topology = JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8'));
  const { features } = feature(topology, topology.objects.countries);
  return features.map((/** @type {any} */ { id, properties, geometry }) => ({
    code: codes[id] ?? byName.get(properties.name),
    // Without holes: a country inside another one is drawn over it.
    rings: (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap(
      (/** @type {number[][][]} */ polygon) =>
        cutAtAntimeridian(polygon[0] ?? []).map((ring) => ring.map(project)),
    ),
  }));
}

/** Twice the signed area of a ring, and its centre of gravity. @param {number[][]} ring */
function measure(ring) {
  let [area, left, top] = [0, 0, 0];
  for (const [index, [x0 = 0, y0 = 0]] of ring.entries()) {
    const [x1 = 0, y1 = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    left += (x0 + x1) * cross;
    top += (y0 + y1) * cross;
  }
  const [x = 0, y = 0] = ring[0] ?? [];
  const centre = area === 0 ? [x, y] : [Math.round(left / (3 * area)), Math.round(top / (3 * area))];
  return { area: Math.abs(area), centre };
}

/** Relative steps are shorter than positions. Points that rounding has put on the same place are left out. @param {number[][]} ring */
function toPath(ring) {
  let [lastX, lastY] = ring[0] ?? [];
  if (lastX === undefined || lastY === undefined) return '';
  let path = `M${lastX} ${lastY}l`;
  for (const [x = 0, y = 0] of ring.slice(1)) {
    if (x === lastX && y === lastY) continue;
    path += `${x - lastX} ${y - lastY} `;
    [lastX, lastY] = [x, y];
  }
  return `${path.trim()}z`;
}

/** @type {Record<string, { path: string, at: number[] }>} */
const countries = {};
for (const { code, rings } of readCountries('countries-50m.json')) {
  const [largest] = rings.map(measure).toSorted((one, other) => other.area - one.area);
  if (code && largest) countries[code] = { path: '', at: largest.centre };
}
let land = '';
for (const { code, rings } of readCountries('countries-110m.json')) {
  // Without Antarctica, from which no visits come.
  if (code === 'AQ') continue;
  const path = rings
    .filter((ring) => measure(ring).area > 2)
    .map(toPath)
    .join('');
  const country = code === undefined ? undefined : countries[code];
  if (country) country.path = path;
  else land += path;
}
delete countries.AQ;
const sorted = Object.fromEntries(
  Object.entries(countries).toSorted(([one], [other]) => one.localeCompare(other)),
);
const file = inRoot('web', 'portal', 'dashboard', 'map', 'world-map.json');
writeFileSync(file, `${JSON.stringify({ width, height: 460, land, countries: sorted })}\n`);
