export interface PlotColors {
  series: string;
  /** The area under a line fades from this colour at the top to `faded` at the bottom. */
  area: string;
  faded: string;
  /** Softer than `series`: bars are large areas. */
  bar: string;
  /** Behind the stripes of the unfinished bar. */
  stripe: string;
  ghost: string;
  grid: string;
  axis: string;
  surface: string;
  ink: string;
}

/** Canvas does not support custom properties: reads their computed values from an element. */
export function readPlotColors(host: HTMLElement, token: string): PlotColors {
  const probe = document.createElement('span');
  host.append(probe);
  const read = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const colours = {
    series: read(`var(${token})`),
    area: read(`color-mix(in oklab, var(${token}) 20%, transparent)`),
    faded: read(`color-mix(in oklab, var(${token}) 1%, transparent)`),
    bar: read(`color-mix(in oklab, var(${token}) 74%, var(--surface-raised))`),
    stripe: read(`color-mix(in oklab, var(${token}) 18%, var(--surface-raised))`),
    ghost: read('var(--line-strong)'),
    grid: read('var(--line)'),
    axis: read('var(--ink-soft)'),
    surface: read('var(--surface-raised)'),
    ink: read('var(--ink)'),
  };
  probe.remove();
  return colours;
}

/** Diagonal stripes, which mark what is not finished also without colours. */
export function createStripes(
  context: CanvasRenderingContext2D,
  colours: PlotColors,
): CanvasPattern | string {
  const size = Math.round(7 * devicePixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const brush = tile.getContext('2d');
  if (!brush) return colours.stripe;
  brush.fillStyle = colours.stripe;
  brush.fillRect(0, 0, size, size);
  brush.strokeStyle = colours.series;
  brush.lineWidth = size / 4;
  brush.beginPath();
  // Draws over two corners as well, so that the stripes of adjacent tiles meet.
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift - 1, size + 1);
    brush.lineTo(shift + size + 1, -1);
  }
  brush.stroke();
  return context.createPattern(tile, 'repeat') ?? colours.stripe;
}
