import { ConfirmedButton } from '../../signed-in/confirmed-button.tsx';
import { toast } from '../../ui/feedback/toast.ts';

interface RemoveButtonProps {
  /** The name of the removed recipient or webhook. */
  name: string;
  what: 'recipient' | 'webhook';
  warning: string;
  remove: () => Promise<unknown>;
  onRemoved: () => void;
}

/** Removes a row after a confirmation. */
export function RemoveButton({ name, what, warning, remove, onRemoved }: RemoveButtonProps) {
  return (
    <ConfirmedButton
      shape="quiet"
      label="Remove"
      name={`Remove: ${name}`}
      warning={warning}
      confirm={`Remove ${what}`}
      busy="Removing..."
      isDangerous
      onConfirm={async () => {
        await remove();
        toast.success(`${name} removed`);
        onRemoved();
      }}
    />
  );
}
