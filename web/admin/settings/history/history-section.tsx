import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsVersion } from '../../../../contract/site/agency-settings.ts';
import { ConfirmedButton } from '../../../signed-in/confirmed-button.tsx';
import { TimeAgo, Timestamp } from '../../../signed-in/timestamp.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { settingsHistoryQuery } from '../../api/settings.ts';
import { RowAction } from '../../components/row-action.tsx';
import { nameOfField } from '../model/field-names.ts';
import { useDraft } from '../model/settings-draft-context.ts';
import { useRestore } from './use-restore.ts';
import { VersionDialog } from './version-dialog.tsx';

/** Every saved version, with the way back to it. */
export function HistorySection() {
  const query = useQuery(settingsHistoryQuery);
  const [viewed, setViewed] = useState<number>();
  const { data } = query;
  if (!data)
    return query.error ? <LoadFailed title="Failed to load the history" query={query} /> : <Spinner />;
  const { versions } = data;
  return (
    <div className="border-t border-line pt-5">
      <p className="max-w-[60ch] text-[0.9375rem] text-soft">
        Going back to a version saves its settings as a new version. Nothing is removed from this list.
      </p>
      <ol className="mt-5 border-b border-line">
        {versions.map((version) => (
          <VersionRow key={version.version} version={version} onView={setViewed} />
        ))}
        <OriginalRow isUsed={versions.length === 0} onView={setViewed} />
      </ol>
      {viewed !== undefined && <VersionDialog version={viewed} onClose={() => setViewed(undefined)} />}
    </div>
  );
}

interface RowProps {
  onView: (version: number) => void;
}

const shownNames = 6;

function describeChange({ changedFields, restoredVersion }: SettingsVersion): string {
  const names = [...new Set(changedFields.map(nameOfField))];
  const shown = names.slice(0, shownNames).join(', ');
  const fields = names.length > shownNames ? `${shown} and ${names.length - shownNames} more` : shown;
  if (restoredVersion === null) return fields;
  return `Back to ${nameOfVersion(restoredVersion)}: ${fields}`;
}

const nameOfVersion = (version: number) => (version === 0 ? 'the original' : `version ${version}`);

function VersionRow({ version: entry, onView }: RowProps & { version: SettingsVersion }) {
  const { base } = useDraft();
  const now = useNow(30_000);
  const { version, changedAt, changedBy } = entry;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-medium">
          Version {version}
          {version === base.version && <span className="ml-2 text-note text-live">in use</span>}
        </p>
        <p className="text-[0.9375rem] text-soft wrap-anywhere">
          {changedBy}, <Timestamp at={changedAt} /> (<TimeAgo at={changedAt} now={now} />)
        </p>
        <p className="mt-1 text-[0.9375rem] wrap-anywhere">{describeChange(entry)}</p>
      </div>
      {version !== base.version && <VersionActions version={version} onView={onView} />}
    </li>
  );
}

function OriginalRow({ isUsed, onView }: RowProps & { isUsed: boolean }) {
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[1fr_auto]">
      <div>
        <p className="font-medium">
          The original
          {isUsed && <span className="ml-2 text-note text-live">in use</span>}
        </p>
        <p className="text-[0.9375rem] text-soft">
          {isUsed ? 'Nothing was changed yet.' : 'The built-in name, look, texts and prices.'}
        </p>
      </div>
      {!isUsed && <VersionActions version={0} onView={onView} />}
    </li>
  );
}

function VersionActions({ version, onView }: RowProps & { version: number }) {
  const { unsaved } = useDraft();
  const restore = useRestore();
  const name = nameOfVersion(version);
  return (
    <div className="flex flex-wrap items-start gap-x-1 gap-y-2 max-sm:-ml-3.5 sm:max-w-80 sm:justify-end">
      <RowAction label="View" name={name} onClick={() => onView(version)} />
      {unsaved.length === 0 ? (
        <ConfirmedButton
          label="Go back to this version"
          name={`Go back to ${name}`}
          warning={`The site then shows the settings of ${name} at once. They are saved as a new version, so you can come back.`}
          confirm={version === 0 ? 'Go back to the original' : 'Go back'}
          busy="Going back…"
          isDangerous={false}
          onConfirm={() => restore(version)}
        />
      ) : (
        <p className="max-w-[24ch] py-2 text-note text-soft">Save or discard your changes to go back.</p>
      )}
    </div>
  );
}
