import type { Purchase } from '../../../contract/public/purchases.ts';
import { classNames } from '../../ui/class-names.ts';
import { stateLabels } from './order-labels.ts';

const looks: Record<Purchase['state'], { text: string; dot: string }> = {
  pending: { text: 'text-soft', dot: 'border border-strong' },
  paid: { text: 'text-live', dot: 'bg-live-dot' },
  failed: { text: 'text-danger', dot: 'bg-danger' },
  expired: { text: 'text-soft', dot: 'border border-strong' },
  refunded: { text: 'text-warn', dot: 'border border-warn' },
  disputed: { text: 'text-danger', dot: 'bg-danger' },
};

export function OrderState({ state }: { state: Purchase['state'] }) {
  const { text, dot } = looks[state];
  return (
    <span className={classNames('inline-flex items-center gap-2 whitespace-nowrap', text)}>
      <span className={classNames('size-2 rounded-full', dot)} aria-hidden="true" />
      {stateLabels[state]}
    </span>
  );
}
