import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { createStore } from '../store.ts';

/** The call that needs a fresh sign-in. The dialog says what it is for. */
export type Purpose = Pick<Endpoint, 'method' | 'path'>;

/** The open question whether the person confirms by signing in again. The call that needs it waits for the answer. */
const asked = createStore<{ purpose: Purpose; answer: (isConfirmed: boolean) => void; done: Promise<boolean> } | null>(null);

/**
 * Opens the dialog and returns whether the person confirmed. Two calls at once wait for the same dialog. On a page that can't show the
 * dialog it returns false.
 */
export function askToConfirm(purpose: Purpose): Promise<boolean> {
  const waiting = asked.get();
  if (waiting !== null) return waiting.done;
  if (!asked.isFollowed()) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked.set({
    purpose,
    done: promise,
    answer(isConfirmed) {
      asked.set(null);
      resolve(isConfirmed);
    },
  });
  return promise;
}

/** For the one place that shows the dialog. */
export const useConfirmationAsked = asked.use;
