import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));

export interface Size {
  width: number;
  height: number;
}

/** The PNG of an SVG in its own size. It loads nothing: no files, fonts or addresses. */
export function renderPng(svg: string): Uint8Array {
  return render(svg, { mode: 'original' }, (image) => image.asPng());
}

/** The RGBA pixels of an SVG, with `edge` of them on its longer edge. */
export function renderSample(svg: string, { width, height }: Size, edge = 64): Uint8Array {
  const fitTo =
    width >= height ? ({ mode: 'width', value: edge } as const) : ({ mode: 'height', value: edge } as const);
  return render(svg, fitTo, (image) => image.pixels.slice());
}

type Rendered = ReturnType<InstanceType<typeof Resvg>['render']>;

function render(
  svg: string,
  fitTo: NonNullable<ResvgRenderOptions['fitTo']>,
  read: (image: Rendered) => Uint8Array,
): Uint8Array {
  const picture = new Resvg(svg, { fitTo });
  try {
    const image = picture.render();
    try {
      return read(image);
    } finally {
      image.free();
    }
  } finally {
    picture.free();
  }
}
