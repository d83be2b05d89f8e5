export interface PlotColours {
  series: string;
  area: string;
  grid: string;
  axis: string;
}

/** Canvas knows no custom properties: let the browser work the tokens out on an element and read them there. */
export function readColours(host: HTMLElement, token: string): PlotColours {
  const probe = document.createElement('span');
  host.append(probe);
  const read = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const colours = {
    series: read(`var(${token})`),
    area: read(`color-mix(in oklab, var(${token}) 13%, transparent)`),
    grid: read('var(--line)'),
    axis: read('var(--ink-soft)'),
  };
  probe.remove();
  return colours;
}
