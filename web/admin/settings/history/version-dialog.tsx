import { useQuery } from '@tanstack/react-query';
import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { storedSettingsQuery } from '../../api/settings.ts';
import { listDifferences } from '../model/changed-fields.ts';
import { describeValue } from '../model/describe-value.ts';
import { nameOfField } from '../model/field-names.ts';
import { readField } from '../model/setting-fields.ts';
import { useDraft } from '../model/settings-draft-context.ts';

interface VersionDialogProps {
  version: number;
  onClose: () => void;
}

/** The fields that would be different with the settings of a version. */
export function VersionDialog({ version, onClose }: VersionDialogProps) {
  const query = useQuery({ ...storedSettingsQuery(version), enabled: version > 0 });
  const { data } = query;
  const settings = version === 0 ? {} : data?.settings;
  return (
    <Modal title={version === 0 ? 'The original' : `Version ${version}`} isWide onClose={onClose}>
      {data && (
        <p className="mt-1 text-[0.9375rem] text-soft wrap-anywhere">
          {data.changedBy}, <Timestamp at={data.changedAt} />
        </p>
      )}
      {settings && <Differences settings={settings} />}
      {!settings && query.error && <LoadFailed title="Failed to load the version" query={query} />}
      {!settings && !query.error && <Spinner />}
    </Modal>
  );
}

function Differences({ settings }: { settings: AgencySettings }) {
  const { base } = useDraft();
  const different = listDifferences(settings, base.settings);
  if (different.length === 0)
    return <p className="mt-4 text-[0.9375rem]">The same settings as the ones in use now.</p>;
  return (
    <>
      <p className="mt-4 text-[0.9375rem]">
        {different.length === 1
          ? 'One field differs from the settings in use.'
          : `${different.length} fields differ from the settings in use.`}
      </p>
      <dl className="mt-4 border-b border-line">
        {different.map((path) => (
          <div
            key={path}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[12rem_1fr_1fr]"
          >
            <dt className="font-medium">{nameOfField(path)}</dt>
            <dd className="min-w-0 text-[0.9375rem] wrap-anywhere">
              <span className="block text-note text-soft">In this version</span>
              {describeValue(path, readField(settings, path))}
            </dd>
            <dd className="min-w-0 text-[0.9375rem] text-soft wrap-anywhere">
              <span className="block text-note">Now</span>
              {describeValue(path, readField(base.settings, path))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
