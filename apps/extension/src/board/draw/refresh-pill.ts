import { createNotice } from './notice.ts';

export const pillTag = 'hh-pill';

/** For a page on which our extension has ended. Nobody tells the page whether it was updated, turned off or removed. */
export function showRefreshPill(document: Document, refresh: () => void): void {
  createNotice(document, {
    tag: pillTag,
    part: 'pill',
    title: 'Headhaul was updated or turned off',
    text: '',
    action: { label: 'Refresh tab', run: refresh },
    onClosed: () => undefined,
  }).show();
}
