import type { PlotColors } from './plot-colors.ts';

export interface PictureTexts {
  /** The name of the company. */
  owner: string;
  title: string;
  /** The drawn metric and its period. */
  details: string[];
}

const padding = 24;
const lineHeight = 22;

/** A PNG of a plot with its axes in the current theme, below its title. */
export async function toPicture(
  plot: { canvas: HTMLCanvasElement; colours: PlotColors },
  { owner, title, details }: PictureTexts,
): Promise<Blob> {
  const scale = devicePixelRatio;
  const width = plot.canvas.width / scale + 2 * padding;
  const head = padding + (2 + details.length) * lineHeight;
  const height = head + plot.canvas.height / scale + padding;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.scale(scale, scale);
  context.fillStyle = plot.colours.surface;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  const { fontFamily } = getComputedStyle(document.body);
  // A canvas does not wait for fonts. Rejected where a fallback font is not installed.
  await Promise.allSettled([document.fonts.load(`16px ${fontFamily}`)]);
  const write = (text: string, row: number, font: string, colour: string) => {
    context.font = `${font} ${fontFamily}`;
    context.fillStyle = colour;
    context.fillText(text, padding, padding + (row + 0.5) * lineHeight, width - 2 * padding);
  };
  write(title, 0, '560 19px', plot.colours.ink);
  write(owner, 1, '15px', plot.colours.ink);
  for (const [index, text] of details.entries()) write(text, 2 + index, '14px', plot.colours.axis);
  context.drawImage(plot.canvas, padding, head + 6, plot.canvas.width / scale, plot.canvas.height / scale);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not drawn.'))),
      'image/png',
    ),
  );
}

export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has opened it by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
