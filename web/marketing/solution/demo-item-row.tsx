import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import type { DemoItem } from './solution.ts';

export function DemoItemRow({ item }: { item: DemoItem }) {
  return (
    <li className="grid gap-x-6 gap-y-4 border-b border-line py-6 xl:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h3 className="text-lead font-medium">{item.name}</h3>
          <StatusBadge isOn={item.isOn}>{item.status}</StatusBadge>
        </div>
        <p className="mt-1 text-[0.9375rem] text-soft">{item.detail}</p>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-[0.9375rem] tabular">
          {item.stats.map((figure) => (
            <div key={figure.label} className="flex flex-wrap gap-x-2">
              <dt className="text-soft">{figure.label}</dt>
              <dd className="font-medium">{figure.value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {item.actions.map((action) => (
          <Button
            key={action.label}
            shape="secondary"
            size="small"
            className="min-h-11"
            aria-label={`${action.label}, ${item.name}`}
            onClick={() => toast.message(action.text)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </li>
  );
}
