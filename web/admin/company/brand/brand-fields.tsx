import type { ReactNode } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { settingMax } from '../../../../contract/site/agency-settings.ts';
import { checkAccent } from '../../../../contract/site/colours/check-colours.ts';
import { parseHex, toHex } from '../../../../contract/site/colours/colour-space.ts';
import { defaultTokens, type Theme } from '../../../../contract/site/colours/default-tokens.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { brand as agencyBrand } from '../../../site/brand.ts';
import { siteSettings } from '../../../site/site-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { uploadCompanyLogo } from '../../api/companies.ts';
import { ColourField } from '../../components/brand/colour-field.tsx';
import { LogoField } from '../../components/brand/logo-field.tsx';
import { logoHint } from '../../components/brand/use-logo-upload.ts';
import { PortalSpecimen } from './portal-specimen.tsx';
import type { EnteredBrand } from './use-brand.ts';

export interface BrandError {
  /** Such as `accent`. */
  field: string;
  message: string;
}

export interface BrandFieldsProps {
  company: AdminCompany;
  brand: EnteredBrand;
  error: BrandError | undefined;
}

export function BrandFields({ company, brand, error }: BrandFieldsProps) {
  const { shown, change } = brand;
  const { accent: agencyAccent, neutral } = siteSettings().chosenColours ?? {};
  const usable = parseHex(shown.accent ?? '');
  const theme = deriveTheme({ accent: usable ?? agencyAccent, neutral });
  const inherited = agencyAccent ?? toHex(defaultTokens['live-dot'].light);
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined);

  return (
    <>
      <TextField
        name="brand.name"
        label="Name on the portal (optional)"
        hint="In the header, in titles of tabs and on printed reports, in place of the agency's name."
        placeholder={agencyBrand().name}
        value={shown.name ?? ''}
        maxLength={settingMax.name}
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value || undefined })}
      />
      <ColourField
        name="brand.accent"
        label="Accent colour of the portal"
        hint="Links, live dots, charts and what is chosen."
        chosen={shown.accent}
        inherited={inherited}
        check={checkAccent(shown.accent ?? inherited, { neutral })}
        error={errorOf('accent')}
        onChange={(accent) => change({ accent })}
      >
        {shown.accent !== undefined && (
          <Button
            shape="secondary"
            size="small"
            className="min-h-11"
            onClick={() => change({ accent: undefined })}
          >
            Use the agency's accent
          </Button>
        )}
      </ColourField>
      <Logos company={company} brand={brand} theme={theme} errorOf={errorOf} />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((name) => (
          <PortalSpecimen key={name} company={company} brand={shown} tokens={theme[name]} theme={name} />
        ))}
      </div>
    </>
  );
}

interface LogosProps {
  company: AdminCompany;
  brand: EnteredBrand;
  theme: Theme;
  errorOf: (field: string) => string | undefined;
}

function Logos({ company, brand, theme, errorOf }: LogosProps) {
  const { shown, change } = brand;
  const send = (file: File) => uploadCompanyLogo(company.id, file);
  const own = shown.logoLight ?? shown.logoDark;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <LogoField
        name="brand.logoLight"
        label="Logo on light pages"
        chosen={shown.logoLight}
        inherited={<Inherited>{toInheritedText(shown.name, own)}</Inherited>}
        tokens={theme.light}
        theme="light"
        error={errorOf('logoLight')}
        send={send}
        onChange={(logoLight) => change({ logoLight })}
      />
      <LogoField
        name="brand.logoDark"
        label="Logo on dark pages"
        chosen={shown.logoDark}
        inherited={<Inherited>{toInheritedText(shown.name, own)}</Inherited>}
        tokens={theme.dark}
        theme="dark"
        error={errorOf('logoDark')}
        send={send}
        onChange={(logoDark) => change({ logoDark })}
      />
      <p className="text-note text-soft sm:col-span-2">{logoHint}</p>
    </div>
  );
}

function toInheritedText(name: string | undefined, ownLogo: string | undefined): string {
  if (ownLogo !== undefined) return 'Without one, the other logo is used.';
  if (name !== undefined) return 'Without a logo, the portal shows the name above.';
  return `Without one, the portal shows the ${siteSettings().logo ? 'logo' : 'name'} of the agency.`;
}

const Inherited = ({ children }: { children: ReactNode }) => (
  <p className="text-note text-soft">{children}</p>
);
