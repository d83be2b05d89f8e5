import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import AlertsScreen from '../admin/alerts/alerts-screen.tsx';
import { renderPage } from './render-page.tsx';

/** Renders what the agency's alerts are sent to, and finds a part of it. */
export async function openAgencyAlerts(name: string) {
  renderPage('/admin/alerts?tab=agency', { '/admin/alerts': AlertsScreen });
  const part = within(await screen.findByRole('region', { name }));
  return { user: userEvent.setup(), part };
}
