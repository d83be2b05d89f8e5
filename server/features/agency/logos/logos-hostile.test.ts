import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxLogoBytes } from '../../../../contract/site/logo-files.ts';
import { AppError } from '../../../platform/errors.ts';
import { anSvg, aPng, pngChunk, pngHeader, pngPixels, pngStart } from '../../../testing/pictures.ts';
import { Drawing } from '../drawing/drawing.ts';
import { readLogo } from './logo.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
const server = Fastify().get('/', () => 'here');
let origin = '';
beforeAll(async () => {
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await drawing.close();
  await server.close();
});

const shape = '<rect width="10" height="10"/>';
const read = (bytes: Buffer) => readLogo(drawing, bytes);
const textOf = async (content: string) => (await read(anSvg(content + shape))).content.toString();

async function problemOf(bytes: Buffer): Promise<string> {
  const error = await read(bytes).then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  expect(error).toMatchObject({ status: 400, code: 'invalid-request', field: 'logo' });
  expect(error.message).not.toMatch(/node_modules|\/tmp|at \w+ \(/);
  return error.message;
}

const harmless = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\w\s".=#()/<>,%+-]*>$/;
const dangerous =
  /script|href="[^#]|javascript|data:|https?:(?!\/\/www\.w3\.org\/2000\/svg)|\bon\w+=|@import|<style|<foreign|<image|<animate|<set|&|<!|<\?/i;

test.each([
  '<script>alert(1)</script>',
  '<script href="https://x.test/a.js"/>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
  '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
  '<g><h:body xmlns:h="http://www.w3.org/1999/xhtml" onload="alert(1)"/></g>',
  '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://x.test"/></foreignObject>',
  '<foreignObject requiredExtensions="x"><h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/></foreignObject>',
  '<path d="M0 0h1v1z" onclick="alert(1)" onload="alert(1)" ONMOUSEOVER="alert(1)"/>',
  '<path d="M0 0h1v1z" ev:event="click" xmlns:ev="http://www.w3.org/2001/xml-events"/>',
  '<use href="https://x.test/a.svg#a"/>',
  '<use xlink:href="https://x.test/a.svg#a"/>',
  '<use other:href="https://x.test/a.svg#a" xmlns:other="http://www.w3.org/1999/xlink"/>',
  '<use href="//x.test/a.svg#a"/><use href="a.svg#a"/><use href="\t#a b"/><use href="&#x68;ttps://x.test#a"/>',
  '<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/><use href="javascript:alert(1)"/>',
  '<use href="java&#10;script:alert(1)"/><use href="&#106;avascript:alert(1)"/><use href="JaVaScRiPt:alert(1)"/>',
  '<linearGradient id="a" href="https://x.test/a.svg#b"/><pattern id="b" xlink:href="https://x.test"/>',
  '<path d="M0 0h1v1z" fill="url(https://x.test/a.svg#b)" stroke="url(//x.test#a)"/>',
  '<path d="M0 0h1v1z" fill="url( \'https://x.test/a.svg#b\' ) red" filter="url(data:image/svg+xml,x#a)"/>',
  '<path d="M0 0h1v1z" fill="u\\72l(https://x.test)" mask="URL(https://x.test)" clip-path="url(\'//x.test\')"/>',
  '<path d="M0 0h1v1z" style="fill:url(https://x.test);background:url(https://x.test);behavior:url(x)"/>',
  '<path d="M0 0h1v1z" style="fill:url(https://x.test#a)" fill="image-set(\'https://x.test\' 1x)"/>',
  '<path d="M0 0h1v1z" style="fill:expression(alert(1));-moz-binding:url(x);cursor:url(https://x.test),auto"/>',
  '<path d="M0 0h1v1z" fill="red&quot; onload=&quot;alert(1)" id="&quot;&gt;&lt;script&gt;"/>',
  '<path d="M0 0h1v1z&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>',
  '<path d="M0 0h1v1z" class="a&quot; onload=&quot;x" data-x="&lt;script&gt;" xml:base="https://x.test/"/>',
  '<style>path{fill:url(https://x.test/#a);background-image:url(https://x.test)}</style><path d="M0 0h1v1z"/>',
  '<style>*{fill:red}</style><style><![CDATA[path{fill:url("https://x.test")}]]></style><path d="M0 0h1v1z"/>',
  '<style>path{fill:red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style><path d="M0 0h1v1z"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="xlink:href" to="https://x.test"/>',
  '<path d="M0 0h1v1z"><animate attributeName="d" to="M0 0"/><animateMotion/><animateTransform/></path>',
  '<handler type="text/ecmascript">alert(1)</handler><listener event="click" handler="#a"/>',
  '<iframe src="https://x.test"/><embed src="x"/><object data="x"/><audio src="x"/><video src="https://x.test"/>',
  '<discard/><cursor href="https://x.test"/><color-profile href="https://x.test"/><view viewTarget="x"/>',
  '<unknown onload="alert(1)"><path d="M0 0h1v1z"/></unknown><metadata><script>alert(1)</script></metadata>',
  '<title><script>alert(1)</script></title><desc>&lt;script&gt;alert(1)&lt;/script&gt;</desc>',
  '<?xml-stylesheet href="https://x.test/a.css"?><?php echo 1 ?><!-- <script>alert(1)</script> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<svg xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/><math xmlns="http://www.w3.org/1998/Math/MathML"/>',
  '<svg x="1" onload="alert(1)" width="javascript:alert(1)" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  '<g id="__proto__"><path d="M0 0h1v1z" fill="url(#__proto__)"/></g><use href="#constructor"/>',
])('of %s only shapes are left', async (content) => {
  const text = await textOf(content);
  expect(text).toMatch(harmless);
  expect(text).not.toMatch(dangerous);
  // Cleaning it again changes only what was added above.
  const again = (await read(Buffer.from(text))).content.toString();
  expect(again).not.toMatch(dangerous);
});

test.each([
  '<image href="https://x.test/a.png" width="5" height="5"/>',
  '<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+" width="5" height="5"/>',
  '<filter id="a"><feImage href="https://x.test/a.png"/></filter>',
  '<a href="javascript:alert(1)"><path d="M0 0h1v1z"/></a>',
  '<text onload="alert(1)">x</text>',
  '<style>@import url(https://x.test/a.css);</style>',
  '<style>@font-face{font-family:x;src:url(https://x.test/a.woff)}</style>',
  '<style>path{fill:u\\72l(https://x.test)}</style>',
])('%s is refused', async (content) => {
  expect(await problemOf(anSvg(content + shape))).toMatch(/^The logo (?:cannot be used|has style rules)/);
});

const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join(
  '',
);
test.each([
  ['entities that grow', `<!DOCTYPE svg [<!ENTITY a0 "ha">${entities}]>${anSvg('<g>&a10;</g>')}`],
  ['an entity of a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${anSvg('<g>&x;</g>')}`],
  ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % x SYSTEM "https://x.test/a.dtd"> %x;]>${anSvg()}`],
  ['an undeclared entity', anSvg('<g>&nbsp;</g>').toString()],
  ['an open element', anSvg('<g>').toString()],
  ['an attribute twice', anSvg('<g fill="red" fill="blue"/>').toString()],
  ['another first element', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
  ['no namespace', '<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'],
  ['HTML around it', `<!doctype html><body>${anSvg()}`],
  ['something after it', `${anSvg()}<script>alert(1)</script>`],
  ['characters that XML does not have', anSvg('<g id="\u0001"/>').toString()],
  ['nothing in it', '<'],
  ['no size', anSvg(shape, '').toString()],
  ['an invalid size', anSvg(shape, 'viewBox="0 0 NaN Infinity" width="1e999" height="-4"').toString()],
  ['the shape of a thread', anSvg(shape, 'viewBox="0 0 10000 1"').toString()],
])('an SVG with %s is refused', async (_, text) => {
  await problemOf(Buffer.from(text));
});

test.each([
  ['SVG', Buffer.from('hello')],
  ['an empty file', Buffer.alloc(0)],
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])],
  ['GIF', Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ['PDF', Buffer.from('%PDF-1.7 <svg/>')],
  ['ZIP', Buffer.from('PK\u0003\u0004<svg/>')],
  ['svgz', gzipSync(anSvg())],
  ['UTF-16', Buffer.from(`\uFEFF${anSvg()}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(anSvg().toString(), 'utf16le')],
  ['UTF-32', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 60])],
  ['Latin-1', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g id="\xe4"/></svg>', 'latin1')],
  ['a cut PNG signature', aPng().subarray(0, 7)],
  [
    'a PNG changed by a text transfer',
    Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 10, 26, 10]), aPng()]),
  ],
])('a file of another format is refused: %s', async (_, bytes) => {
  await problemOf(bytes);
});

test('files of 50 MB are refused before anything reads them', async () => {
  const large = [
    Buffer.concat([anSvg(), Buffer.alloc(maxLogoBytes, ' ')]),
    Buffer.concat([anSvg(), Buffer.alloc(50_000_000, ' ')]),
    aPng({ trailing: Buffer.alloc(50_000_000) }),
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(1_000_000)}</svg>`),
  ];
  for (const bytes of large) expect(await problemOf(bytes)).toMatch(/larger than 256 kB/);
});

const repeat = (count: number, toText: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => toText(n)).join('');
test.each([
  ['too many elements', '<g/>'.repeat(40_000), /2000 elements/],
  ['too many levels', `${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}`, /32 levels/],
  [
    'copies of copies',
    `<g id="a0"><path d="M0 0h1v1z"/></g>${repeat(29, (n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`)}<use href="#a29"/>`,
    /too often/,
  ],
  [
    'masks of masks',
    `${repeat(30, (n) => `<mask id="a${n}"><g mask="url(#a${n + 1})"/><g mask="url(#a${n + 1})"/></mask>`)}<rect width="9" height="9" mask="url(#a0)"/>`,
    /too often/,
  ],
  ['too many style rules', `<style>${'.a{fill:red}'.repeat(9_000)}</style>${shape}`, /style rules/],
])('%s are refused', async (_, content, reason) => {
  expect(await problemOf(anSvg(content))).toMatch(reason);
});

test('a shape that refers to itself is drawn once', async () => {
  expect(await textOf('<g id="a"><use href="#a"/><path d="M0 0h1v1z" fill="url(#a)"/></g>')).toMatch(
    harmless,
  );
});

test('a PNG is measured before it is decoded', async () => {
  const bomb = Buffer.concat([pngStart, pngHeader(30_000, 30_000), pngPixels(100, 100), pngChunk('IEND')]);
  expect(await problemOf(bomb)).toMatch(/30000 × 30000/);
  expect(await problemOf(aPng({ width: 2_001, height: 1 }))).toMatch(/2001/);
});

test('a PNG whose pixels are more than its size is no bomb', async () => {
  const pixels = pngPixels(1_000, 4_000);
  expect(pixels.length).toBeLessThan(100_000);
  const liar = Buffer.concat([pngStart, pngHeader(10, 10), pixels, pngChunk('IEND')]);
  // Either answer is right, as long as there is one.
  await read(liar).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  expect(await read(aPng())).toMatchObject({ kind: 'png' });
});

const whole = aPng();
const damaged = Buffer.from(whole);
damaged.fill(0, 60, 90);
test.each([
  ['cut in its pixels', whole.subarray(0, whole.length - 30)],
  ['without its end', whole.subarray(0, whole.length - 12)],
  ['cut in its header', whole.subarray(0, 20)],
  ['without pixels', Buffer.concat([pngStart, pngHeader(4, 4), pngChunk('IEND')])],
  [
    'with a chunk longer than the file',
    Buffer.concat([pngStart, pngHeader(4, 4), Buffer.from([0xff, 0xff, 0xff, 0xff, 73, 68, 65, 84])]),
  ],
  ['with damaged pixels', damaged],
  ['of no pixels', Buffer.concat([pngStart, pngHeader(0, 10), pngPixels(1, 1), pngChunk('IEND')])],
  ['with thousands of empty chunks', aPng({ extra: Array.from({ length: 5_000 }, () => pngChunk('tEXt')) })],
  ['that is animated', aPng({ extra: [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] })],
  ['that is transparent', aPng({ toColour: () => [0, 0, 0, 0] })],
])('a PNG %s is refused', async (_, bytes) => {
  await problemOf(bytes);
});

test.each([
  ['HTML after it', { trailing: Buffer.from('<script>alert(1)</script>') }],
  ['a ZIP after it', { trailing: Buffer.from('PK\u0003\u0004 a.js alert(1)') }],
  ['HTML in a comment', { extra: [pngChunk('tEXt', Buffer.from('x\0<script>alert(1)</script>'))] }],
  ['HTML in an unknown chunk', { extra: [pngChunk('htMl', Buffer.from('<script>alert(1)</script>'))] }],
])('of a PNG with %s only the picture is left', async (_, parts) => {
  const { content } = await read(aPng(parts));
  expect(content.toString('latin1')).not.toMatch(/script|alert|PK/);
  expect(content.subarray(0, 8).equals(pngStart)).toBe(true);
});

test('the server answers others while a logo is read, and its memory does not grow', async () => {
  const before = process.memoryUsage().rss;
  const heavy = anSvg(
    repeat(1_500, (n) => `<path d="M${n % 10} 0${'l1 1-1 1'.repeat(12)}z" opacity="0.5"/>`),
  );
  let isRead = false;
  const reading = read(heavy).finally(() => {
    isRead = true;
  });
  const answer = await fetch(origin);
  expect(isRead).toBe(false);
  expect(await answer.text()).toBe('here');
  expect(await reading).toMatchObject({ kind: 'svg' });
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test('an SVG that is quick to draw small and slow to draw large is refused', async () => {
  const strict = new Drawing({ maxStartMs: 100_000 });
  const blurs = '<feGaussianBlur stdDeviation="2"/>'.repeat(30);
  const slow = anSvg(
    `<filter id="f" x="-100%" y="-100%" width="300%" height="300%">${blurs}</filter>${'<rect width="9" height="9" filter="url(#f)"/>'.repeat(20)}`,
  );
  const refused = readLogo(strict, slow);
  await expect(refused).rejects.toMatchObject({ status: 400, field: 'logo' });
  await expect(refused).rejects.toThrow(/too complex/);
  await strict.close();
});
