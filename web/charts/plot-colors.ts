export interface PlotColors {
  series: string;
  /** Where the area under a line begins and where it has faded away: it has no floor to stand on. */
  area: string;
  /** A column of bars is a large area: softer than a line of the same colour. */
  bar: string;
  faded: string;
  grid: string;
  axis: string;
}

/** Canvas knows no custom properties: let the browser work the tokens out on an element and read them there. */
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
