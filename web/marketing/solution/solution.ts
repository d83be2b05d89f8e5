import type { ReactNode } from 'react';

export interface Stat {
  value: string;
  label: string;
}

export interface DemoAction {
  label: string;
  /** What the button says instead of doing it: this page is a demonstration. */
  text: string;
}

export interface DemoItem {
  name: string;
  detail: string;
  status: string;
  /** Runs now: its mark is lit. */
  isOn: boolean;
  stats: readonly Stat[];
  actions: readonly DemoAction[];
}

/** What one solution page shows below its first screen; all of it fixed. */
export interface SolutionDemoProps {
  scene: ReactNode;
  sceneTitle: string;
  itemsTitle: string;
  create?: DemoAction;
  items: readonly DemoItem[];
}
