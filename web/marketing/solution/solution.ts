import type { ReactNode } from 'react';
import type { Product } from '../../../contract/products.ts';

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

/** What one solution page shows; all of it fixed. */
export interface Solution {
  product: Product;
  lead: string;
  stats: readonly Stat[];
  scene: ReactNode;
  sceneTitle: string;
  itemsTitle: string;
  create?: Action;
  items: readonly Item[];
}
