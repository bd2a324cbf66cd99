import type { BoardField } from '@headhaul/domain/boards/board-load';
import { nameFields } from '@headhaul/domain/boards/field-labels';
import { createNotice } from './notice.ts';

export const bannerTag = 'hh-banner';

/** What can't be read: the whole page, or fields of it. */
type Unread = 'PAGE' | readonly BoardField[];

function messageFor(unread: Unread): { title: string; text: string } {
  if (unread === 'PAGE') return { title: 'Layout changed; filters paused.', text: 'Our marks are off so that no wrong number is shown.' };
  return {
    title: `${nameFields(unread)} can’t be read on this page.`,
    text: 'Figures and filter rules that need them are off. The rest works.',
  };
}

interface BannerActions {
  tryAgain(): void;
  /** Begins a lesson about this page. */
  teach?(): void;
}

export interface PausedBanner {
  /** Without a field there is nothing to say, and the banner goes. */
  show(unread: Unread): void;
  hide(): void;
}

/** For a board whose page has changed. Closed by the user, it stays closed until there is something else to say. */
export function createPausedBanner(document: Document, { tryAgain, teach }: BannerActions): PausedBanner {
  let shown: string | null = null;
  let closed: string | null = null;
  const notice = createNotice(document, {
    tag: bannerTag,
    part: 'banner',
    ...messageFor('PAGE'),
    action: {
      label: 'Try again',
      run() {
        notice.say('Trying again. Our marks come back when this page can be read.');
        tryAgain();
      },
    },
    ...(teach === undefined ? {} : { second: { label: 'Teach it, one minute', run: teach } }),
    onClosed() {
      closed = shown;
    },
  });

  function hide(): void {
    shown = null;
    notice.hide();
  }

  return {
    show(unread) {
      if (unread.length === 0) return hide();
      const { title, text } = messageFor(unread);
      if (title === shown) return;
      shown = title;
      if (title === closed) return notice.hide();
      notice.say(text, title);
      notice.show();
    },
    hide,
  };
}
