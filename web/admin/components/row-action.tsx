import { Button } from '../../ui/button.tsx';

interface RowActionProps {
  label: string;
  /** The entry's name. Only screen readers need it here: the row shows it. */
  name: string;
  onClick: () => void;
}

/** An action below an entry of a list. Screen readers announce it as "Revoke: Mia Sand". */
export function RowAction({ label, name, onClick }: RowActionProps) {
  return (
    <Button
      shape="quiet"
      size="small"
      className="min-h-11 hover:text-live"
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
