import { afterAll, expect, test } from 'vitest';
import { anSvg, aPng, pngChunk, sizeOfPng } from '../../../testing/pictures.ts';
import { Drawing } from '../drawing/drawing.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { renderSample } from '../drawing/raster.ts';
import { readLogo } from './logo.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
afterAll(() => drawing.close());

const read = (bytes: Buffer) => readLogo(drawing, bytes);
const textOf = async (bytes: Buffer) => (await read(bytes)).content.toString();

test('an SVG keeps its shapes, gradients, masks and clip paths', async () => {
  const text = await textOf(
    anSvg(
      `<defs><linearGradient id="sun" gradientTransform="rotate(90)"><stop offset="0.2" stop-color="#ff6a00"/></linearGradient>
      <clipPath id="cut"><circle cx="5" cy="5" r="4"/></clipPath><mask id="hide"><rect width="10" height="10" fill="white"/></mask></defs>
      <g clip-path="url(#cut)" mask="url('#hide')"><path d="M0 0h10v10z" fill="url(#sun)"/></g><use xlink:href="#cut" x="2"/>`,
    ),
  );
  expect(text).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="512" height="512"><defs>' +
      '<linearGradient gradientTransform="rotate(90)" id="n1"><stop offset="0.2" stop-color="#ff6a00"/></linearGradient>' +
      '<clipPath id="n2"><circle cx="5" cy="5" r="4"/></clipPath><mask id="n3"><rect width="10" height="10" fill="white"/></mask></defs>' +
      '<g clip-path="url(#n2)" mask="url(#n3)"><path d="M0 0h10v10z" fill="url(#n1)"/></g><use href="#n2" x="2"/></svg>',
  );
});

test('style sheets of drawing programs become attributes, in the order of CSS', async () => {
  const text = await textOf(
    anSvg(
      `<style>/* by a program */ .a, .b { fill: #111; stroke: none } path.b { fill: #222 } #c { fill: #333 }</style>
      <path class="a" d="M0 0h1v1z" fill="red"/><path class="b" d="M0 0h2v2z"/><path id="c" class="b" d="M0 0h3v3z"/>
      <path id="d" class="b" d="M0 0h4v4z" style="fill:#444;fill:color(display-p3 1 0 0);font-family:x"/>`,
    ),
  );
  const fills = [...text.matchAll(/fill="([^"]*)"/g)].map(([, fill]) => fill);
  expect(fills).toEqual(['#111', '#222', '#333', '#444']);
  expect(text).not.toMatch(/style|class|font/);
});

test('names of layers and attributes of drawing programs are not kept', async () => {
  const text = await textOf(
    anSvg(
      `<title>Our logo</title><metadata>secret</metadata><desc>description</desc>
      <ink:view xmlns:ink="http://ink.test" page="#fff"/>
      <g id="Subscription" xmlns:ink="http://ink.test" ink:label="Layer" ink:r="9" data-name="x" aria-label="y"><circle cx="5" cy="5" r="3"/></g>`,
    ),
  );
  expect(text).toContain('<g id="n1"><circle cx="5" cy="5" r="3"/></g>');
  expect(text).not.toMatch(/secret|Our|Layer|ubscription|description|data-|aria-|ink/);
});

test.each([
  ['viewBox="0 0 200 100" width="10mm" height="5mm"', { width: 512, height: 256 }],
  ['width="48px" height="24"', { width: 512, height: 256 }],
  ['viewBox="-5 -5 10,20"', { width: 256, height: 512 }],
  ['viewBox="0 0 30 30" width="100%" height="100%"', { width: 512, height: 512 }],
])('an SVG with %s has the size %j', async (attributes, size) => {
  expect(await read(anSvg('<rect x="-9" y="-9" width="99" height="99"/>', attributes))).toMatchObject({
    kind: 'svg',
    ...size,
  });
});

test('an SVG may have a byte order mark, a declaration, comments and a document type without entities', async () => {
  const doctype =
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const text = await textOf(
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by x -->${doctype}${anSvg()}`),
  );
  expect(text).toMatch(/^<svg xmlns="[^"]*" viewBox="0 0 10 10"/);
});

test('a PNG is decoded and encoded again, without metadata', async () => {
  const secret = Buffer.from('Comment\0taken at 52.5, 13.4');
  const png = aPng({
    extra: [pngChunk('tEXt', secret), pngChunk('eXIf', secret)],
    toColour: (x) => (x < 20 ? [10, 200, 30, 255] : [250, 0, 0, 128]),
  });
  const logo = await read(png);
  expect(logo).toMatchObject({ kind: 'png', width: 40, height: 30 });
  expect(sizeOfPng(logo.content)).toEqual({ width: 40, height: 30 });
  expect(logo.content.includes('taken')).toBe(false);
  const size = { width: 40, height: 30 };
  const sample = (content: Uint8Array) =>
    renderSample(toSvg(size, toImageElement({ kind: 'png', content }, { x: 0, y: 0, ...size })), size);
  expect(Buffer.from(sample(logo.content)).equals(Buffer.from(sample(png)))).toBe(true);
});

test('a large PNG is stored as large as it is ever shown', async () => {
  const logo = await read(aPng({ width: 2_000, height: 1_000 }));
  expect(sizeOfPng(logo.content)).toEqual({ width: 1_024, height: 512 });
});

test('the digest changes with the picture and not with its metadata', async () => {
  const plain = await read(aPng());
  const described = await read(aPng({ extra: [pngChunk('tEXt', Buffer.from('a\0b'))] }));
  const other = await read(aPng({ toColour: () => [1, 2, 3, 255] }));
  expect(plain.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(described.digest).toBe(plain.digest);
  expect(other.digest).not.toBe(plain.digest);
});

test.each([
  ['text', '<text>Peel</text>', /outlines/],
  ['an embedded picture', '<image href="data:image/png;base64,AAAA" width="5" height="5"/>', /as a PNG/],
  ['a link', '<a href="https://x.test"><path d="M0 0h1v1z"/></a>', /link/],
  ['nothing visible', '<g/>', /empty/],
  ['transparent shapes', '<rect width="10" height="10" opacity="0"/>', /empty/],
])('an SVG with %s is refused with a hint', async (_, content, hint) => {
  await expect(read(anSvg(content))).rejects.toMatchObject({
    status: 400,
    code: 'invalid-request',
    field: 'logo',
    message: expect.stringMatching(hint),
  });
});
