import { WidePicture } from '../../ui/wide-picture.tsx';

const teeth = [0, 187, 374];
const roof = 'M0 208V92l187 116V92l187 116V92l186 115';

/** A studio under a saw-tooth roof, whose upright panes face north: the light that gives Northlight its name. */
export function StudioPicture() {
  return (
    <WidePicture>
      {teeth.map((x) => (
        <path key={x} d={`M${x} 92 ${x + 300} 420H${x + 60}L${x} 208z`} className="fill-live-wash" />
      ))}
      <path d={`${roof}V0H0z`} className="fill-surface" />
      <path d={roof} className="stroke-strong" strokeWidth="1.5" />
      {teeth.map((x) => (
        <path key={x} d={`M${x + 1.5} 96v108`} className="stroke-live-dot" strokeWidth="3" />
      ))}
      <path d="M0 382h560" className="stroke-line" strokeWidth="1.5" />
      <Easel x={64} y={270} curve="M0 44C14 40 18 26 32 28s20 10 34 2 16-22 36-26" />
      <Easel x={244} y={244} curve="M0 58C18 60 24 40 40 42s16 12 30 4 20-38 32-40" isLive />
      <Easel x={414} y={284} curve="M0 34c12 0 20-12 34-8s18 12 32 4 18-8 36-14" />
    </WidePicture>
  );
}

interface EaselProps {
  x: number;
  y: number;
  curve: string;
  isLive?: boolean;
}

/** A client's portal on an easel. */
function Easel({ x, y, curve, isLive = false }: EaselProps) {
  const legs = 382 - y;
  return (
    <g transform={`translate(${x} ${y})`} strokeWidth="1.5">
      <path d={`M22 72 8 ${legs}M104 72l14 ${legs - 72}`} className="stroke-strong" />
      <path d="M-6 -18h138v92H-6z" className="fill-raised stroke-strong" />
      <g transform="translate(12 0)">
        <path d={curve} className={isLive ? 'stroke-chart-1' : 'stroke-chart-2'} strokeWidth="2.5" />
        {isLive && <circle cx="102" cy="6" r="6" className="fill-live-dot" />}
      </g>
    </g>
  );
}
