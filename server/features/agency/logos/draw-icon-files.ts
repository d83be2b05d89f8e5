import { isWordmark, toColours, toMark } from '../drawing/brand-look.ts';
import type { DrawnBrand, JobOutputs } from '../drawing/drawing-jobs.ts';
import { toSvg } from '../drawing/image-element.ts';
import { renderPng } from '../drawing/raster.ts';
import { shrinkPng } from './redraw-png.ts';

interface Icon {
  size: number;
  /** The part of the edge that the mark has. */
  share: number;
  /** The radius of the corners, as a part of the edge. */
  radius: number;
}

// As in scripts/social-images.mjs. Opaque, so that they are legible on any background. The system rounds the corners of
// the last two itself, and may crop the outer fifth of a maskable icon.
const icons = {
  'icon-192.png': { size: 192, share: 0.72, radius: 0.22 },
  'icon-512.png': { size: 512, share: 0.72, radius: 0.22 },
  'icon-maskable-512.png': { size: 512, share: 0.5, radius: 0 },
  'apple-touch-icon.png': { size: 180, share: 0.62, radius: 0 },
} as const satisfies Record<string, Icon>;

/** Larger in the tab of a browser, where it has 16 pixels. */
const tabIcon: Icon = { size: 64, share: 0.8, radius: 0.22 };

export function drawIconFiles(look: DrawnBrand): JobOutputs['draw-icons'] {
  const draw = (name: keyof typeof icons) => renderPng(toIcon(look, icons[name]));
  return {
    'icon.svg': Buffer.from(toIcon(look, tabIcon)),
    'icon-192.png': draw('icon-192.png'),
    'icon-512.png': draw('icon-512.png'),
    'icon-maskable-512.png': draw('icon-maskable-512.png'),
    'apple-touch-icon.png': draw('apple-touch-icon.png'),
  };
}

function toIcon(look: DrawnBrand, { size, share, radius }: Icon): string {
  const { paper, accent } = toColours(look.theme);
  const edge = Math.round(size * share);
  const place = { x: (size - edge) / 2, y: (size - edge) / 2, width: edge, height: edge };
  const { svg, isTile } = toMark(shrinkLogo(look, edge), place);
  const background = isTile ? accent : paper;
  return toSvg(
    { width: size, height: size },
    `<rect width="${size}" height="${size}" rx="${size * radius}" fill="${background}"/>${svg}`,
  );
}

function shrinkLogo(look: DrawnBrand, edge: number): DrawnBrand {
  const { logo } = look;
  if (logo?.kind !== 'png' || isWordmark(logo)) return look;
  // Twice as large for screens with more pixels, which only the SVG is for.
  const { png, width, height } = shrinkPng({ ...logo, png: logo.content }, edge * 2);
  return { ...look, logo: { kind: 'png', content: png, width, height } };
}
