import { Button } from '../../../ui/button.tsx';

interface PanelHeadProps {
  id: string;
  title: string;
  description: string;
  /** The label of the button; without it there is no button. */
  add?: string | undefined;
  onAdd: () => void;
}

export function PanelHead({ id, title, description, add, onAdd }: PanelHeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div>
        <h2 id={id} className="text-title">
          {title}
        </h2>
        <p className="mt-0.5 text-note text-soft">{description}</p>
      </div>
      {add && (
        <Button shape="secondary" size="small" className="min-h-11 print:hidden" onClick={onAdd}>
          {add}
        </Button>
      )}
    </div>
  );
}

interface PanelEmptyProps {
  isAdmin: boolean;
  what: 'goals' | 'funnels';
  /** The use of a goal or funnel, for administrators. */
  reason: string;
  onAdd: () => void;
}

export function PanelEmpty({ isAdmin, what, reason, onAdd }: PanelEmptyProps) {
  if (!isAdmin)
    return (
      <p className="py-6 text-soft">No {what} are defined yet. Your administrator can add some for you.</p>
    );
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <p className="max-w-[52ch] text-soft">{reason}</p>
      <Button onClick={onAdd}>Define your first {what === 'goals' ? 'goal' : 'funnel'}</Button>
    </div>
  );
}
