import type { Drawing } from '../drawing/drawing.ts';
import type { DrawnBrand, JobOutputs } from '../drawing/drawing-jobs.ts';

export type Icons = JobOutputs['draw-icons'];

/**
 * The icons of the site, by file name. Without a logo, or with one that is too long for a square, they show the first
 * letters of the name; of the product's own name they show its mark, which web/public has as files.
 */
export function drawIcons(drawing: Drawing, look: DrawnBrand): Promise<Icons> {
  return drawing.run('draw-icons', look);
}
