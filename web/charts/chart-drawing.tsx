import { memo, type SVGProps, useId } from 'react';
import type { ChartGeometry } from '../../contract/charts/chart-geometry.ts';
import { round } from '../../contract/charts/paths.ts';

/** The drawing is stretched to the size of its place, so that it needs no measuring: it is right before scripts run. */
export const drawingBox = { width: 100, height: 100 };

/** Diagonal stripes, which mark what is not finished also without colours. */
export const stripes =
  'bg-raised bg-[repeating-linear-gradient(-45deg,currentColor_0_2px,transparent_2px_5px)] border border-current';

interface ChartDrawingProps {
  geometry: ChartGeometry;
  /** The custom property with the colour of the series. */
  token: string;
}

/** The lines and bars of a chart. */
export const ChartDrawing = memo(function ChartDrawing({ geometry, token }: ChartDrawingProps) {
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
        <Stroke d={geometry.grid} className="stroke-line" shapeRendering="crispEdges" />
        <Stroke d={geometry.zero} className="stroke-soft" shapeRendering="crispEdges" />
        <Stroke d={geometry.ghostBars} className="stroke-strong" />
        <Area d={geometry.area} />
        {geometry.bars && (
          <path
            d={geometry.bars}
            className="fill-[color-mix(in_oklab,currentColor_74%,var(--surface-raised))]"
          />
        )}
        <Stroke
          d={geometry.ghostLine}
          className={geometry.bars ? 'stroke-soft' : 'stroke-strong'}
          strokeWidth="1.5"
          strokeDasharray="3 4"
        />
        <Stroke d={geometry.ghostDots} className="stroke-strong" strokeWidth="5" strokeLinecap="round" />
        <Stroke
          d={geometry.line}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <Stroke d={geometry.unfinishedLine} stroke="currentColor" strokeWidth="2" strokeDasharray="5 4" />
        <Stroke d={geometry.dots} stroke="currentColor" strokeWidth="8" strokeLinecap="round" />
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

const percent = (value: number) => `${round(value)}%`;

/** A line as wide as given, however its drawing is stretched. */
function Stroke(props: SVGProps<SVGPathElement>) {
  return props.d ? <path {...props} vectorEffect="non-scaling-stroke" /> : null;
}

function Area({ d }: { d: string }) {
  const fadeId = useId();
  if (!d) return null;
  return (
    <>
      <linearGradient id={fadeId} y1="0" x2="0" y2={drawingBox.height} gradientUnits="userSpaceOnUse">
        <stop stopColor="currentColor" stopOpacity="0.2" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.01" />
      </linearGradient>
      <path d={d} fill={`url(#${fadeId})`} />
    </>
  );
}
