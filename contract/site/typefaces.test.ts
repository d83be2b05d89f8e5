import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { defaultTypeface, typefaceIds, typefaces } from './typefaces.ts';

const read = (path: string) => readFileSync(new URL(`../../web/ui/${path}`, import.meta.url), 'utf8');
const styleSheetOf = (id: string) => read(id === defaultTypeface ? 'fonts.css' : `typefaces/${id}.css`);

test.each(typefaceIds)('%s has a style sheet with its name, its files and its fallback', (id) => {
  const css = styleSheetOf(id);
  const [name, fallback] = typefaces[id].family.split(', ');
  expect(css).toContain(`font-family: ${name};`);
  expect(css).toContain(`font-family: ${fallback};`);
  expect(id === defaultTypeface ? read('app.css') : css).toContain(`--font-sans: ${typefaces[id].family};`);
  const files = [...css.matchAll(/url\("(@fontsource-variable\/[^"]+)"\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(() => createRequire(import.meta.url).resolve(file)).not.toThrow();
});

test.each(typefaceIds)('the fallback of %s has its lines and its height', (id) => {
  const css = styleSheetOf(id);
  const fallback = css.slice(css.indexOf(`font-family: ${typefaces[id].family.split(', ')[1]}`));
  const percent = (property: string) =>
    Number(new RegExp(`${property}: ([\\d.]+)%`).exec(fallback)?.[1]) / 100;
  const file = `@fontsource/${id}/files/${id}-latin-400-normal.woff`;
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (!('unitsPerEm' in font)) throw new Error('a collection of fonts');
  const size = percent('size-adjust');
  expect(percent('ascent-override') * size).toBeCloseTo(font.ascent / font.unitsPerEm, 3);
  expect(percent('descent-override') * size).toBeCloseTo(-font.descent / font.unitsPerEm, 3);
});

test('pages that keep the default typeface load no other', () => {
  const css = read('app.css') + read('fonts.css');
  for (const id of typefaceIds) if (id !== defaultTypeface) expect(css).not.toContain(id);
});
