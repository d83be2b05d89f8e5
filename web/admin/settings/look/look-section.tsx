import { parseHex } from '../../../../contract/site/colours/colour-space.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { logoHint } from '../../components/brand/use-logo-upload.ts';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { ColourSetting } from './colour-setting.tsx';
import { LogoSetting } from './logo-setting.tsx';
import { Specimen } from './specimen.tsx';
import { TypefaceSetting } from './typeface-setting.tsx';

const toHex = (text: string | undefined) => (text === undefined ? undefined : parseHex(text));

/** Loaded when it is opened, because only it computes colours. */
export function LookSection() {
  const accent = toHex(useSetting('look.accent').value);
  const neutral = toHex(useSetting('look.neutral').value);
  const theme = deriveTheme({ accent, neutral });
  return (
    <>
      <SettingsGroup title="Logo" hint={logoHint}>
        <div className="grid gap-5 sm:grid-cols-2">
          <LogoSetting
            path="look.logoLight"
            label="Logo on light pages"
            empty="Until there is one, pages show the name with the built-in mark."
            tokens={theme.light}
          />
          <LogoSetting
            path="look.logoDark"
            label="Logo on dark pages"
            empty="Without one, the logo of light pages is used."
            tokens={theme.dark}
          />
        </div>
      </SettingsGroup>
      <SettingsGroup
        title="Colours"
        hint="Every colour of the light and the dark theme is computed from these two, so that all text can be read."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <ColourSetting path="look.accent" />
          <ColourSetting path="look.neutral" />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Specimen name="Light theme" tokens={theme.light} colorScheme="light" />
          <Specimen name="Dark theme" tokens={theme.dark} colorScheme="dark" />
        </div>
      </SettingsGroup>
      <TypefaceSetting />
    </>
  );
}
