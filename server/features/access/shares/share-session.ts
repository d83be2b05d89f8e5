import { shareSessionHours } from '../../../../contract/company/shares.ts';
import { readViewerCookie, type ViewerCookie, viewerDays } from '../viewer-cookie.ts';

/** The beginning of every session of a share link, which other bearers do not have. */
export const sharePrefix = 'nlv_';

const shorterMs = viewerDays * 86_400_000 - shareSessionHours * 3_600_000;

/** The content of a session of a share link; undefined if it is forged, for another company or expired. */
export function readShareSession(
  appSecret: string,
  companyId: string,
  session: string,
  now: Date,
): ViewerCookie | undefined {
  if (!session.startsWith(sharePrefix)) return undefined;
  const cookie = readViewerCookie(appSecret, companyId, session.slice(sharePrefix.length), now);
  if (!cookie) return undefined;
  const endsAt = new Date(cookie.endsAt.getTime() - shorterMs);
  return now < endsAt ? { ...cookie, endsAt } : undefined;
}
