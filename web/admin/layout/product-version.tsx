import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../../api/admin.ts';

/** The version of the server, at the end of a page. Nothing until it is known: no page waits for it. */
export function ProductVersion() {
  const { data } = useQuery(installationQuery);
  if (!data) return null;
  return <p className="mt-12 text-note text-soft tabular">Version {data.version}</p>;
}
