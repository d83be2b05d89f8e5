import { createContext, useContext } from 'react';
import type { Note } from '../../../../contract/company/notes.ts';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';

/** A dialog in front of the portal. */
export type PortalDialog =
  /** Everything that configures the portal, on a phone. */
  | { is: 'options' }
  /** The form of a filter; without one, of a new filter. */
  | { is: 'filter'; filter?: StatsFilter }
  /** The form of a note; without one, of a new note. */
  | { is: 'note'; note?: Note }
  | { is: 'notes' }
  | { is: 'shortcuts' };

/** Opens a dialog and closes the open one. */
export const OpenDialogContext = createContext<(dialog: PortalDialog) => void>(() => undefined);

export const useOpenDialog = () => useContext(OpenDialogContext);
