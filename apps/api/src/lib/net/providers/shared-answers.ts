import { forAnyCaller } from '../../breathe.ts';

/**
 * Callers who ask for the same thing at the same time share one answer. They share nothing else: who is refused, because of a limit for
 * example, is refused alone, and whoever waited with them asks for themselves.
 */
export interface SharedAnswers<T> {
  /** What another caller is told now, and undefined if they get no answer. Undefined at once if nobody is asking. */
  listen(key: string): Promise<T | undefined> | undefined;
  /** The same, or else the answer to the caller's own question. `question` gives undefined if it is not answered. */
  ask(key: string, question: () => Promise<T | undefined>): Promise<{ answer: T | undefined; isOwn: boolean }>;
}

export function createSharedAnswers<T>(): SharedAnswers<T> {
  const asking = new Map<string, Promise<T | undefined>>();
  const listen = (key: string) => asking.get(key)?.catch(() => undefined);
  return {
    listen,
    async ask(key, question) {
      const others = listen(key);
      const told = others && (await others);
      if (told !== undefined) return { answer: told, isOwn: false };
      // Others may wait for it by the time its first caller goes away.
      const answering = forAnyCaller(question);
      if (!asking.has(key)) asking.set(key, answering);
      try {
        return { answer: await answering, isOwn: true };
      } finally {
        if (asking.get(key) === answering) asking.delete(key);
      }
    },
  };
}
