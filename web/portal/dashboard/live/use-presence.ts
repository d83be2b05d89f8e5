import { useEffect } from 'react';
import { whileVisible } from '../../../api/stream/while-visible.ts';
import { reportPresence } from '../../api/presence.ts';

export function usePresence(companyId: string): void {
  useEffect(() => whileVisible(() => reportPresence(companyId)), [companyId]);
}
