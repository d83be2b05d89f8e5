import { brand } from '../../site/brand.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { NamedMark, ProductMark } from './marks.tsx';

/** The agency's logo or name. `isCompact` hides the product's name on small screens. */
export function BrandMark({ isCompact = false }: { isCompact?: boolean }) {
  const { logo, isRenamed = false } = siteSettings();
  const { name } = brand();
  if (logo) return <LogoMark label={name} ratio={logo.ratio} />;
  return <NameMark name={name} isOfProduct={!isRenamed} isCompact={isCompact} />;
}

/** The logo that the style sheet of the page names. It has one for each theme. */
export const LogoMark = ({ label, ratio }: { label: string; ratio: number }) => (
  <span
    role="img"
    aria-label={label}
    className="block h-7 max-w-44 bg-(image:--logo) bg-contain bg-left bg-no-repeat [print-color-adjust:exact]"
    style={{ aspectRatio: ratio }}
  />
);

interface NameMarkProps {
  name: string;
  /** The name is the product's, which has a mark. */
  isOfProduct?: boolean;
  isCompact?: boolean;
}

export const NameMark = ({ name, isOfProduct = false, isCompact = false }: NameMarkProps) => (
  <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-[-0.02em]">
    {isOfProduct ? <ProductMark /> : <NamedMark />}
    <span
      className={
        isCompact && isOfProduct
          ? 'hidden text-[1.1875rem] leading-none sm:inline'
          : 'truncate text-[1.1875rem] leading-[1.2]'
      }
    >
      {name}
    </span>
  </span>
);
