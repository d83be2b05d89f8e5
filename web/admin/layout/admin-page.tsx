import type { ReactNode } from 'react';
import { hasPermission, type PermissionName } from '../../../contract/account/roles.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { SignedInLayout } from '../../signed-in/signed-in-layout.tsx';
import { ProductVersion } from './product-version.tsx';
import { RequireAdmin } from './require-admin.tsx';

interface AdminPageProps {
  permission: PermissionName;
  children: ReactNode;
}

export function AdminPage({ permission, children }: AdminPageProps) {
  return (
    <DataProvider>
      <SignedInLayout>
        <RequireAdmin permission={permission}>
          {({ role }) => (
            <div className="page-wide pt-8 pb-20 lg:pt-10">
              {children}
              {hasPermission(role, 'installation') && <ProductVersion />}
            </div>
          )}
        </RequireAdmin>
      </SignedInLayout>
    </DataProvider>
  );
}
