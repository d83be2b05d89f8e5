// Writes a bill of materials (CycloneDX) and a list of licences of a production install into build/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fail, inRoot, run } from '../run.mjs';
import { isAllowed, listProduction } from './licenses.mjs';

const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
  '--loglevel',
  'error',
];
const { code, output } = await run('npm', args, { capture: true, shell: process.platform === 'win32' });
if (code !== 0) fail(`npm could not create the bill of materials:\n${output}`);
// npm may print notices before and after the JSON.
const bill = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
// npm uses the name of the folder instead.
bill.metadata.component.name = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).name;
const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const production = listProduction(packages);

mkdirSync(inRoot('build'), { recursive: true });
writeFileSync(inRoot('build', 'sbom.cyclonedx.json'), `${JSON.stringify(bill, null, 2)}\n`);
const lines = production.map(({ name, version, licence }) => `${name}@${version}  ${licence}`);
writeFileSync(inRoot('build', 'licences.txt'), `${lines.join('\n')}\n`);
console.log(
  `${bill.components.length} components in build/sbom.cyclonedx.json, licences in build/licences.txt`,
);
const forbidden = production.filter(({ licence }) => !isAllowed(licence));
if (forbidden.length > 0) {
  fail(
    `Licences not allowed (scripts/supply-chain/licenses.mjs):\n  ${forbidden.map(({ name, licence }) => `${name}: ${licence}`).join('\n  ')}`,
  );
}
