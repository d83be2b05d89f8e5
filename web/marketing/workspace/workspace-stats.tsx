import type { ReactNode } from 'react';
import { modelsServing, modelsTraining, projectProgress, teamSize } from './workspace.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The sample numbers of the workspace, each with a small drawing of what it counts. */
export function WorkspaceStats() {
  return (
    <dl className="grid gap-px overflow-hidden rounded-panel border border-line bg-line md:grid-cols-3">
      <Stat label="Active Projects" value={projectProgress.length} note="three close this month" width={176}>
        {projectProgress.map((percent, index) => (
          <g key={percent}>
            <path d={`M${index * 15 + 5} 4v44`} className="stroke-line" strokeWidth="6" />
            <path
              d={`M${index * 15 + 5} 48v-${Math.round(percent * 0.44)}`}
              className={percent > 80 ? 'stroke-live-dot' : 'stroke-ink'}
              strokeWidth="6"
            />
          </g>
        ))}
      </Stat>
      <Stat
        label="AI Models"
        value={modelsServing + modelsTraining}
        note={`${modelsServing} serving, ${modelsTraining} in training`}
        width={92}
      >
        {range(modelsServing + modelsTraining).map((index) => (
          <rect
            key={index}
            x={(index % 4) * 24 + 1}
            y={Math.floor(index / 4) * 24 + 4}
            width="17"
            height="17"
            rx="4"
            strokeWidth="1.5"
            className={index < modelsServing ? 'fill-live-dot stroke-live-dot' : 'fill-none stroke-live-dot'}
          />
        ))}
      </Stat>
      <Stat label="Team Members" value={teamSize} note="in five cities" width={131}>
        <path
          d={range(teamSize)
            .map((index) => `M${(index % 8) * 17 + 6} ${Math.floor(index / 8) * 17 + 9}h0`)
            .join('')}
          className="stroke-ink"
          strokeWidth="9"
          strokeLinecap="round"
        />
      </Stat>
    </dl>
  );
}

interface StatProps {
  label: string;
  value: number;
  note: string;
  /** Width of the SVG's view box; the height is 52. */
  width: number;
  children: ReactNode;
}

function Stat({ label, value, note, width, children }: StatProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] items-end gap-x-6 bg-raised p-5 lg:p-6">
      <dt className="col-span-2 text-[0.9375rem] font-medium text-soft">{label}</dt>
      <dd className="mt-2 text-display leading-none font-medium tabular">{value}</dd>
      <dd className="mt-2 min-w-0 justify-self-end">
        <svg
          viewBox={`0 0 ${width} 52`}
          className="h-13 max-w-full"
          preserveAspectRatio="xMaxYMax meet"
          aria-hidden="true"
        >
          {children}
        </svg>
      </dd>
      <dd className="col-span-2 mt-4 text-note text-soft">{note}</dd>
    </div>
  );
}
