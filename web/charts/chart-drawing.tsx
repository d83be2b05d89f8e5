import { memo, useId } from 'react';
import type { ChartGeometry } from './geometry/chart-geometry.ts';

/** The drawing is stretched to the size of its place, so that it needs no measuring: it is right before scripts run. */
export const drawingBox = { width: 100, height: 100 };

const percent = (value: number) => `${Math.round(value * 100) / 100}%`;
/** Diagonal stripes, which mark what is not finished also without colours. */
export const stripes =
  'bg-raised bg-[repeating-linear-gradient(-45deg,currentColor_0_2px,transparent_2px_5px)] border border-current';

const still = { vectorEffect: 'non-scaling-stroke' } as const;

/** The lines and bars of a chart, in the colour of the custom property `token`. */
export const ChartDrawing = memo(function ChartDrawing({
  geometry,
  token,
}: {
  geometry: ChartGeometry;
  token: string;
}) {
  const fadeId = useId();
  const { unfinishedBar } = geometry;
  return (
    <div className="absolute inset-0" style={{ color: `var(${token})` }} aria-hidden="true">
      <svg
        viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        fill="none"
        aria-hidden="true"
      >
        <path {...still} d={geometry.grid} className="stroke-line" shapeRendering="crispEdges" />
        {geometry.zero && (
          <path {...still} d={geometry.zero} className="stroke-soft" shapeRendering="crispEdges" />
        )}
        {geometry.ghostBars && <path {...still} d={geometry.ghostBars} className="stroke-strong" />}
        {geometry.area && (
          <>
            <linearGradient
              id={fadeId}
              x1="0"
              y1="0"
              x2="0"
              y2={drawingBox.height}
              gradientUnits="userSpaceOnUse"
            >
              <stop stopColor="currentColor" stopOpacity="0.2" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0.01" />
            </linearGradient>
            <path d={geometry.area} fill={`url(#${fadeId})`} />
          </>
        )}
        {geometry.bars && (
          <path
            d={geometry.bars}
            className="fill-[color-mix(in_oklab,currentColor_74%,var(--surface-raised))]"
          />
        )}
        {geometry.ghostLine && (
          <path
            {...still}
            d={geometry.ghostLine}
            className={geometry.bars ? 'stroke-soft' : 'stroke-strong'}
            strokeWidth="1.5"
            strokeDasharray="3 4"
          />
        )}
        {geometry.ghostDots && (
          <path
            {...still}
            d={geometry.ghostDots}
            className="stroke-strong"
            strokeWidth="5"
            strokeLinecap="round"
          />
        )}
        {geometry.line && (
          <path
            {...still}
            d={geometry.line}
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        )}
        {geometry.unfinishedLine && (
          <path
            {...still}
            d={geometry.unfinishedLine}
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray="5 4"
          />
        )}
        {geometry.dots && (
          <path {...still} d={geometry.dots} stroke="currentColor" strokeWidth="8" strokeLinecap="round" />
        )}
      </svg>
      {unfinishedBar && (
        // Not in the stretched drawing, which would bend the stripes.
        <span
          className={`absolute ${stripes}`}
          style={{
            left: percent(unfinishedBar.left),
            top: percent(unfinishedBar.top),
            width: percent(unfinishedBar.width),
            height: percent(unfinishedBar.height),
          }}
        />
      )}
    </div>
  );
});
