import { afterEach, expect, test } from 'vitest';
import { anSvg } from '../../../testing/pictures.ts';
import { readLogo } from '../logos/logo.ts';
import { Drawing } from './drawing.ts';
import { DrawingFailed, UnusablePicture } from './drawing-errors.ts';

let drawing = new Drawing();
afterEach(() => drawing.close());

const text = anSvg().toString();
/** Blurs and shapes that keep the renderer busy for minutes. */
const endless = anSvg(
  Array.from(
    { length: 450 },
    (_, n) =>
      `<filter id="f${n}" x="-9" y="-9" width="19" height="19"><feGaussianBlur stdDeviation="${n + 90}"/></filter><g filter="url(#f${n})"><rect width="10" height="10"/></g>`,
  ).join(''),
  'viewBox="0 0 10 10"',
).toString();

test('jobs are done in turn, and each gets its own answer', async () => {
  drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
  const widths = await Promise.all(
    [1, 2, 4].map(async (ratio) => {
      const svg = anSvg('<rect width="99" height="99"/>', `viewBox="0 0 ${ratio} 1"`).toString();
      return (await drawing.run('clean-svg', { text: svg })).height;
    }),
  );
  expect(widths).toEqual([512, 256, 128]);
});

test('a job that takes too long ends with its process, and the next one gets another', async () => {
  drawing = new Drawing({ maxJobMs: 1, maxStartMs: 100_000 });
  await expect(drawing.run('clean-svg', { text: endless })).rejects.toBeInstanceOf(DrawingFailed);
  await expect(readLogo(drawing, Buffer.from(endless))).rejects.toMatchObject({ status: 400, field: 'logo' });
});

test('a refused picture does not end the process for the next one', async () => {
  drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
  await expect(drawing.run('clean-svg', { text: '<svg' })).rejects.toBeInstanceOf(UnusablePicture);
  expect(await drawing.run('clean-svg', { text })).toMatchObject({ width: 512 });
});

test('after a failure, the next job gets another process', async () => {
  drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
  const broken = { name: 'x', logo: undefined, theme: undefined, typeface: 'nunito' };
  // @ts-expect-error: as a bug of the server would send it
  await expect(drawing.run('draw-icons', broken)).rejects.toBeInstanceOf(DrawingFailed);
  const [first, second] = await Promise.all([
    drawing.run('clean-svg', { text }),
    drawing.run('clean-svg', { text }),
  ]);
  expect(first).toEqual(second);
});

test('a picture that needs more memory than the process has is refused, and the next one is read', async () => {
  drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
  // The length of the header is 4 GB of pixels.
  const huge = { png: Buffer.alloc(100), width: 30_000, height: 30_000 };
  await expect(drawing.run('clean-png', huge)).rejects.toThrow();
  expect(await drawing.run('clean-svg', { text })).toMatchObject({ width: 512 });
});

test('too many waiting jobs are refused with 503', async () => {
  drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000, maxJobs: 2 });
  const accepted = [drawing.run('clean-svg', { text }), drawing.run('clean-svg', { text })];
  await expect(drawing.run('clean-svg', { text })).rejects.toMatchObject({ status: 503 });
  await Promise.all(accepted);
  await drawing.run('clean-svg', { text });
});

test('after it was closed, nothing is drawn', async () => {
  drawing = new Drawing();
  await drawing.close();
  await expect(drawing.run('clean-svg', { text })).rejects.toMatchObject({ status: 503 });
});
