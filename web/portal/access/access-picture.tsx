import { WidePicture } from '../../ui/wide-picture.tsx';

const curve = 'M0 262C46 250 62 214 108 218s58 34 104 14 46-86 96-92 60 40 104 22 54-84 108-104';
const bars = [46, 62, 54, 78, 70, 96, 88, 118, 104, 132, 150, 142, 176, 168];

/** Decorative: light on a chart. */
export function AccessPicture() {
  return (
    <WidePicture>
      <path d="M140 0h150l270 420H300z" className="fill-live-wash" />
      <path d="M350 0h60l150 232v92z" className="fill-live-wash" />
      {[70, 140, 210, 280, 350].map((y) => (
        <path key={y} d={`M0 ${y}h560`} className="stroke-line" />
      ))}
      {bars.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          x={20 + index * 38}
          y={350 - height}
          width="18"
          height={height}
          rx="3"
          className="fill-chart-2 opacity-20"
        />
      ))}
      <path d={curve} className="stroke-chart-1" strokeWidth="3" />
      <g transform="translate(520 58)">
        <circle
          r="9"
          className="breathing fill-live-dot opacity-60 [transform-box:fill-box] [transform-origin:center]"
        />
        <circle r="8" className="fill-live-dot stroke-surface" strokeWidth="3" />
      </g>
    </WidePicture>
  );
}
