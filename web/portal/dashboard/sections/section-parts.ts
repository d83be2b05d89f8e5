import type { ComponentType } from 'react';
import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { PortalCharts } from '../charts/portal-charts.tsx';
import { ListSection } from '../lists/list-section.tsx';

export interface SectionProps {
  section: PortalSection;
}

export interface SectionPart {
  /** The name of its tab on a phone. */
  label: string;
  /** Names the section when its code cannot be loaded. */
  title: string;
  /** Its component, if it is part of the first load; otherwise the function that loads it. */
  content: { Component: ComponentType<SectionProps> } | { load: () => Promise<ComponentType<SectionProps>> };
  /** Panels of lists are next to each other on wide screens. */
  isList?: boolean;
  /** Its place in the printed report (web/ui/print.css). */
  print: 'charts' | 'lists' | 'goals' | 'hide';
  /** The space of its placeholder. */
  space: { panels: number; height: string };
}

const aList = (label: string): SectionPart => ({
  label,
  title: `The list of ${label.toLowerCase()}`,
  content: { Component: ListSection },
  isList: true,
  print: 'lists',
  space: { panels: 1, height: 'h-[30rem]' },
});

export const sectionParts: Record<PortalSection, SectionPart> = {
  charts: {
    label: 'Charts',
    title: 'The charts',
    content: { Component: PortalCharts },
    print: 'charts',
    space: { panels: 2, height: 'h-[30rem]' },
  },
  pages: aList('Pages'),
  sources: aList('Sources'),
  locations: aList('Locations'),
  devices: aList('Devices'),
  events: aList('Events'),
  orders: {
    label: 'Orders',
    title: 'The orders',
    content: { load: () => import('../orders/portal-orders.tsx').then((file) => file.PortalOrders) },
    print: 'hide',
    space: { panels: 1, height: 'h-[36rem]' },
  },
  live: {
    label: 'Live',
    title: 'The live view',
    content: { load: () => import('../live/live-view.tsx').then((file) => file.LiveView) },
    print: 'hide',
    space: { panels: 2, height: 'h-[28rem]' },
  },
  goals: {
    label: 'Goals',
    title: 'The goals',
    content: { load: () => import('../goals/portal-goals.tsx').then((file) => file.PortalGoals) },
    print: 'goals',
    space: { panels: 2, height: 'h-64' },
  },
};
