import { useEffect } from 'react';
import { reportPresence } from '../../../api/presence.ts';
import { whileVisible } from '../../../api/stream/while-visible.ts';

export function usePresence(companyId: string): void {
  useEffect(() => whileVisible(() => reportPresence(companyId)), [companyId]);
}
