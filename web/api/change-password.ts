import { nothing, postAuth } from './auth-call.ts';
import { changeSession } from './change-session.ts';

/** Also ends every other session: whoever knew the old password is out. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  changeSession(() =>
    postAuth('change-password', { currentPassword, newPassword, revokeOtherSessions: true }, nothing),
  );
