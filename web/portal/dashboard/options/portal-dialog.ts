import { createContext, useContext } from 'react';
import type { Note } from '../../../../contract/company/notes.ts';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';

/** What is open in front of the portal. */
export type PortalDialog =
  /** Everything that configures the portal, on a phone. */
  | { is: 'options' }
  /** A filter to change; a new one if there is none. */
  | { is: 'filter'; filter?: StatsFilter }
  /** A note to change; a new one if there is none. */
  | { is: 'note'; note?: Note }
  | { is: 'notes' }
  | { is: 'shortcuts' };

/** Opens a dialog in place of the one that is open. */
export const OpenDialogContext = createContext<(dialog: PortalDialog) => void>(() => undefined);

export const useOpenDialog = () => useContext(OpenDialogContext);
