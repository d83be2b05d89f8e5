import type { ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { uploadLogo } from '../../api/settings.ts';
import { LogoField } from '../../components/brand/logo-field.tsx';
import { StoredLogo } from '../../components/brand/stored-logo.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { useSetting } from '../model/settings-draft-context.ts';

interface LogoSettingProps {
  path: 'look.logoLight' | 'look.logoDark';
  label: string;
  /** Shown without this logo. */
  empty: string;
  /** The colours of the pages on which it is shown. */
  tokens: ThemeTokens;
}

export function LogoSetting({ path, label, empty, tokens }: LogoSettingProps) {
  const light = useSetting('look.logoLight').value;
  const { value, error, change, reset } = useSetting(path);
  const isDark = path === 'look.logoDark';
  return (
    <div className="grid min-w-0 content-start gap-2">
      <LogoField
        name={path}
        label={label}
        chosen={value}
        inherited={
          isDark && light !== undefined ? (
            <StoredLogo key={light} digest={light} label={label} />
          ) : (
            <p className="text-note text-soft">{empty}</p>
          )
        }
        tokens={tokens}
        theme={isDark ? 'dark' : 'light'}
        error={error}
        send={async (file) => (await uploadLogo(file, file.type)).digest}
        onChange={(digest) => (digest === undefined ? reset() : change(digest))}
      />
      <OriginalNote path={path} hasReset={false} />
    </div>
  );
}
