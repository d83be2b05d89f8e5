import { useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';

const fields = ['name', 'accent', 'logoLight', 'logoDark'] as const;

type BrandChange = { [Field in keyof CompanyBrand]?: CompanyBrand[Field] | undefined };

export interface EnteredBrand {
  shown: CompanyBrand;
  /** Null without own fields, as it is stored. */
  entered: CompanyBrand | null;
  isChanged: boolean;
  /** A field that is undefined becomes the agency's. */
  change: (part: BrandChange) => void;
  reset: () => void;
}

/** The brand of a portal while it is edited. */
export function useBrand({ brand }: AdminCompany): EnteredBrand {
  const saved = brand ?? {};
  const [changed, setChanged] = useState<BrandChange>();
  const shown = changed ?? saved;
  const own = Object.fromEntries(fields.flatMap((field) => (shown[field] ? [[field, shown[field]]] : [])));
  return {
    shown,
    entered: Object.keys(own).length === 0 ? null : own,
    isChanged: fields.some((field) => own[field] !== saved[field]),
    change: (part) => setChanged({ ...shown, ...part }),
    reset: () => setChanged(undefined),
  };
}
