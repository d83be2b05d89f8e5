import { finished, type Readable } from 'node:stream';
import type { Notification } from '../../db/notifications/notifications.ts';
import { isPortalOpenTo, type Members } from '../sessions/sessions.ts';
import { companyNotFound, type PortalViewer } from './access.ts';

interface OngoingFilesDeps {
  /** Returns the members of the team among these sessions. */
  findMembers: (sessionIds: Set<string>) => Promise<Members>;
  onError: (error: unknown) => void;
}

/** The longest time that a timer can have. */
const timerMaxMs = 2 ** 31 - 1;

interface OngoingFile {
  viewer: PortalViewer;
  /** Undefined while it is prepared. */
  file: Readable | undefined;
  hasEnded: boolean;
}

/**
 * Files that are being prepared for or sent to viewers of portals. A large one takes half a minute: it is cut off when the
 * access of its viewer ends or changes in the meantime, so that the download fails instead of being completed.
 */
export class OngoingFiles {
  readonly #deps: OngoingFilesDeps;
  readonly #ongoing = new Set<OngoingFile>();

  constructor(deps: OngoingFilesDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a file for a viewer. To be called before anything is waited for.
   * @throws {AppError} 404, as for a company that does not exist, if the access ended in the meantime.
   */
  async open<Opened extends { content: Readable }>(
    viewer: PortalViewer,
    open: () => Promise<Opened>,
  ): Promise<Opened> {
    const ongoing: OngoingFile = { viewer, file: undefined, hasEnded: false };
    this.#ongoing.add(ongoing);
    const { endsAt } = viewer;
    const timer =
      endsAt &&
      setTimeout(() => end(ongoing), Math.min(timerMaxMs, Math.max(0, endsAt.getTime() - Date.now())));
    const forget = () => {
      if (timer) clearTimeout(timer);
      this.#ongoing.delete(ongoing);
    };
    let opened: Opened;
    try {
      opened = await open();
    } catch (error) {
      forget();
      throw error;
    }
    ongoing.file = opened.content;
    finished(opened.content, forget);
    if (ongoing.hasEnded) {
      opened.content.destroy();
      throw companyNotFound();
    }
    return opened;
  }

  onNotification(notification: Notification): void {
    switch (notification.kind) {
      case 'access-changed':
        this.#end(({ access }) => access?.id === notification.accessId);
        return;
      case 'access-ended':
        this.#end(({ companyId }) => companyId === notification.companyId);
        return;
      case 'viewer-ended':
        this.#end(({ sessionId }) => sessionId === notification.sessionId);
        return;
      case 'rights-changed':
        this.#endMembers().catch(this.#deps.onError);
    }
  }

  /** Ends every file after notifications may have been missed: a download is repeated more easily than taken back. */
  catchUp(): void {
    this.#end(() => true);
  }

  async #endMembers(): Promise<void> {
    const sessionIds = new Set<string>();
    for (const { viewer } of this.#ongoing) if (viewer.admin) sessionIds.add(viewer.sessionId);
    if (sessionIds.size === 0) return;
    const members = await this.#deps.findMembers(sessionIds);
    this.#end(
      ({ admin, sessionId, companyId }) =>
        admin !== null && !isPortalOpenTo(members.get(sessionId), companyId),
    );
  }

  #end(isEnded: (viewer: PortalViewer) => boolean): void {
    for (const ongoing of this.#ongoing) if (isEnded(ongoing.viewer)) end(ongoing);
  }
}

function end(ongoing: OngoingFile): void {
  ongoing.hasEnded = true;
  ongoing.file?.destroy(new Error('the access of the viewer ended while the file was sent'));
}
