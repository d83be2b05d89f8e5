import type { ReactNode } from 'react';

export interface Stat {
  value: string;
  label: string;
}

export interface Action {
  label: string;
  /** What the button says instead of doing it: this page is a demonstration. */
  says: string;
}

export interface Item {
  name: string;
  detail: string;
  status: string;
  /** Runs now: its mark is lit. */
  isOn: boolean;
  figures: readonly Stat[];
  actions: readonly Action[];
}

/** What one solution page shows below its first screen; all of it fixed. */
export interface RunningSolution {
  scene: ReactNode;
  sceneTitle: string;
  itemsTitle: string;
  create?: Action;
  items: readonly Item[];
}
