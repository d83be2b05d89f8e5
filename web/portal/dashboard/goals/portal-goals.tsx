import { FunnelsPanel } from './funnels-panel.tsx';
import { GoalsPanel } from './goals-panel.tsx';

/** The aims of visits: goals, and the steps on the way. */
export function PortalGoals() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <GoalsPanel />
      <FunnelsPanel />
    </div>
  );
}
