import { type BoardDay, postingEndpoints } from '@headhaul/contracts/boards/postings';
import { type PopupQuestion, type PopupStatus, toPopupStatus } from '../lib/popup-status.ts';
import type { SessionControl } from '../lib/session.ts';
import type { SessionStore } from '../lib/session-store.ts';
import type { MailApi } from '../mail/mail-api.ts';

interface PopupAnswerParts {
  store: Pick<SessionStore, 'read'>;
  session: Pick<SessionControl, 'confirm'>;
  ask: MailApi;
  readPerson(): Promise<{ userId: string } | null>;
}

/** Answers the popup's questions about who is signed in and what was done today. The API is asked only when the popup opens. */
export function createPopupAnswers({ store, session, ask, readPerson }: PopupAnswerParts) {
  return async (question: PopupQuestion): Promise<PopupStatus | BoardDay | null> => {
    if (question === 'popup:day') {
      const person = await readPerson();
      const day = person === null ? null : await ask(person.userId, postingEndpoints.getBoardDay, {});
      return day?.ok === true ? day.value : null;
    }
    const standing = question === 'popup:confirm' ? await session.confirm() : 'unasked';
    return toPopupStatus(await store.read(), standing, Date.now());
  };
}
