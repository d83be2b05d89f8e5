import type { ReactNode } from 'react';

export interface Stat {
  value: string;
  label: string;
}

export interface DemoAction {
  label: string;
  /** The toast that replaces the action: this page is a demonstration. */
  text: string;
}

export interface DemoItem {
  name: string;
  detail: string;
  status: string;
  /** Whether the status badge is coloured. */
  isOn: boolean;
  stats: readonly Stat[];
  actions: readonly DemoAction[];
}

/** The content of the demonstration on a solution page. */
export interface SolutionDemoProps {
  scene: ReactNode;
  sceneTitle: string;
  itemsTitle: string;
  create?: DemoAction;
  items: readonly DemoItem[];
}
