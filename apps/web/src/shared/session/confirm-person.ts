import { createStore } from '../store.ts';

/** Somebody is asked to confirm that it is them; what they wanted to do waits for it. */
const asked = createStore<{ answer: (isConfirmed: boolean) => void; done: Promise<boolean> } | null>(null);

/** Opens the dialog and answers how it ended. Two calls at once wait for the same one; where no dialog can open, nobody is asked. */
export function askToConfirm(): Promise<boolean> {
  const waiting = asked.get();
  if (waiting !== null) return waiting.done;
  if (!asked.isFollowed()) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked.set({
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
