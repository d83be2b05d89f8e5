import type { ReactNode } from 'react';
import { DataProvider } from '../../api/data-provider.tsx';
import { SignedInLayout } from '../../signed-in/signed-in-layout.tsx';
import { ProductVersion } from './product-version.tsx';
import { RequireAdmin } from './require-admin.tsx';

export function AdminPage({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <SignedInLayout>
        <RequireAdmin>
          {() => (
            <div className="page-wide pt-8 pb-20 lg:pt-10">
              {children}
              <ProductVersion />
            </div>
          )}
        </RequireAdmin>
      </SignedInLayout>
    </DataProvider>
  );
}
