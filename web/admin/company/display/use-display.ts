import { useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { type PortalDisplay, usualDisplay } from '../../../../contract/company/portal-display.ts';

const isSame = (one: PortalDisplay, other: PortalDisplay) => toText(one) === toText(other);

/** With its lists in one order: the database stores objects without an order of their entries. */
const toText = ({ firstLists, ...display }: PortalDisplay) =>
  JSON.stringify([
    display.sections,
    display.figures,
    display.period,
    display.goalId,
    Object.entries(firstLists).sort(([one], [other]) => one.localeCompare(other)),
  ]);

export interface EnteredDisplay {
  shown: PortalDisplay;
  /** Null for the usual, as it is stored. */
  entered: PortalDisplay | null;
  isChanged: boolean;
  isUsual: boolean;
  change: (part: Partial<PortalDisplay>) => void;
  reset: () => void;
}

/** The display of a portal while it is edited. */
export function useDisplay({ portalDisplay }: AdminCompany): EnteredDisplay {
  const saved = portalDisplay ?? usualDisplay;
  const [changed, setChanged] = useState<PortalDisplay>();
  const shown = changed ?? saved;
  const isUsual = isSame(shown, usualDisplay);
  return {
    shown,
    entered: isUsual ? null : shown,
    isChanged: !isSame(shown, saved),
    isUsual,
    change: (part) => setChanged({ ...shown, ...part }),
    reset: () => setChanged(undefined),
  };
}
