import { useEffect } from 'react';
import { keepPresence } from '../../api/presence.ts';
import { whileVisible } from '../../api/stream/while-visible.ts';

export function usePresence(companyId: string): void {
  useEffect(() => whileVisible(() => keepPresence(companyId)), [companyId]);
}
