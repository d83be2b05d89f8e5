export interface PlotColors {
  series: string;
  /** The area under a line fades from this colour at the top to `faded` at the bottom. */
  area: string;
  faded: string;
  /** Softer than `series`: bars are large areas. */
  bar: string;
  grid: string;
  axis: string;
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
    grid: read('var(--line)'),
    axis: read('var(--ink-soft)'),
  };
  probe.remove();
  return colours;
}
