import { hasPermission, type PermissionName } from '../../contract/account/roles.ts';
import { useMe } from '../api/session/session.ts';

/** Whether the role of the signed-in account permits this. The server decides by the same table. */
export function usePermission(name: PermissionName): boolean {
  const { data } = useMe();
  return data !== undefined && hasPermission(data.role, name);
}
