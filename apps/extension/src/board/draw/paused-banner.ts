import { createNotice, type Notice } from './notice.ts';

export const bannerTag = 'hh-banner';
const reason = 'Our marks are off so that no wrong number is shown.';

interface BannerActions {
  tryAgain(): void;
  /** Begins a lesson about this page. */
  teach?(): void;
}

/** For a board whose page has changed. Closed by the user, it stays closed. */
export function createPausedBanner(document: Document, { tryAgain, teach }: BannerActions): Pick<Notice, 'show' | 'hide'> {
  let isClosed = false;
  const notice = createNotice(document, {
    tag: bannerTag,
    part: 'banner',
    title: 'Layout changed; filters paused.',
    text: reason,
    action: {
      label: 'Try again',
      run() {
        notice.say('Trying again. Our marks come back when this page can be read.');
        tryAgain();
      },
    },
    ...(teach === undefined ? {} : { second: { label: 'Teach it, one minute', run: teach } }),
    onClosed() {
      isClosed = true;
    },
  });
  return {
    show() {
      if (isClosed) return;
      notice.say(reason);
      notice.show();
    },
    hide: notice.hide,
  };
}
