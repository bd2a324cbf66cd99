import { stateNames } from '@headhaul/contracts/places';

type State = keyof typeof stateNames;

function readState(word: string): State | null {
  const code = word.toUpperCase();
  if (code in stateNames) return code as State;
  const named = Object.entries(stateNames).find(([, name]) => name.toLowerCase() === word.toLowerCase());
  return named === undefined ? null : (named[0] as State);
}

/** City and state of "Tulsa, OK", "tulsa ok" or "Tulsa, Oklahoma". Without a state, the whole text is the city. */
export function readPlace(text: string): { city: string | null; state: State | null } {
  const trimmed = text.trim();
  if (trimmed === '') return { city: null, state: null };
  const [city = '', rest] = trimmed.split(',', 2).map((part) => part.trim());
  if (rest !== undefined) {
    const [, beforeZip = rest] = /^(.*\S)\s+\d{5}$/.exec(rest) ?? [];
    return { city, state: readState(beforeZip) };
  }
  const words = trimmed.split(/\s+/);
  const state = words.length < 2 ? null : readState(words.at(-1) ?? '');
  return state === null ? { city: trimmed, state: null } : { city: words.slice(0, -1).join(' '), state };
}

export function writePlace(city: string | null, state: string | null): string {
  return [city, state].filter((part) => part !== null && part !== '').join(', ');
}
