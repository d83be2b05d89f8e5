import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { ThemeName, ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { brand as agencyBrand } from '../../../site/brand.ts';
import { siteSettings } from '../../../site/site-settings.ts';
import { SpecimenBars } from '../../components/brand/specimen-bars.tsx';
import { StoredLogo } from '../../components/brand/stored-logo.tsx';
import { toTokenStyle } from '../../components/brand/token-style.ts';

interface PortalSpecimenProps {
  company: AdminCompany;
  brand: CompanyBrand;
  tokens: ThemeTokens;
  theme: ThemeName;
}

const titles = { light: 'The portal on a light screen', dark: 'The portal on a dark screen' };

/** The top of the portal in the brand that is being chosen. It only shows: nothing in it can be used. */
export function PortalSpecimen({ company, brand, tokens, theme }: PortalSpecimenProps) {
  return (
    <figure aria-label={titles[theme]} className="min-w-0">
      <figcaption className="mb-2 text-note text-soft">{titles[theme]}</figcaption>
      <div
        style={toTokenStyle(tokens, theme)}
        className="overflow-hidden rounded-panel border border-line bg-surface text-ink"
      >
        <div className="flex min-h-12 items-center border-b border-line px-4 py-2">
          <SpecimenMark brand={brand} theme={theme} />
        </div>
        <div className="grid gap-3 p-4">
          <p className="flex min-w-0 items-center gap-3">
            <span className="truncate text-[1.125rem] leading-tight font-medium tracking-[-0.014em]">
              {company.name}
            </span>
            <span className="inline-flex shrink-0 items-center gap-2 text-note text-live">
              <span className="size-2 rounded-full bg-live-dot" aria-hidden="true" />
              Live
            </span>
          </p>
          <div className="rounded-control border border-line bg-raised p-3">
            <p className="text-note text-soft">Visitors</p>
            <SpecimenBars toClassName={(index) => (index % 2 === 0 ? 'fill-chart-1' : 'fill-chart-2')} />
          </div>
        </div>
      </div>
    </figure>
  );
}

function SpecimenMark({ brand, theme }: { brand: CompanyBrand; theme: ThemeName }) {
  const own = theme === 'light' ? (brand.logoLight ?? brand.logoDark) : (brand.logoDark ?? brand.logoLight);
  const name = brand.name ?? agencyBrand().name;
  const { logo } = siteSettings();
  if (own)
    return (
      <span className="flex h-7 max-w-44 [&_img]:max-h-7">
        <StoredLogo key={own} digest={own} label={name} />
      </span>
    );
  if (brand.name === undefined && logo)
    return <img src={logo[theme]} alt={name} className="max-h-7 max-w-44 object-contain" />;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-[-0.02em]">
      <span className="size-3 shrink-0 rounded-full bg-live-dot" aria-hidden="true" />
      <span className="truncate">{name}</span>
    </span>
  );
}
