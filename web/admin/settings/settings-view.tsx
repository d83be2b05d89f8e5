import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { settingsQuery } from '../api/settings.ts';
import { SettingsEditor } from './settings-editor.tsx';

/** The agency's settings, for owners. */
export function SettingsView() {
  const query = useQuery(settingsQuery);
  if (query.data) return <SettingsEditor current={query.data} />;
  if (query.error) return <LoadFailed title="Failed to load the settings" query={query} />;
  return <Spinner />;
}
