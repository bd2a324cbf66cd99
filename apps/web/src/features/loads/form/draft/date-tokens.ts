/** The parts of a typed time: days, clock times, and the word between the two ends of a window. */

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthPattern =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const weekdayPattern = 'sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?';

export type DayToken =
  | { kind: 'date'; year: number | null; month: number; date: number }
  | { kind: 'weekday'; weekday: number; isNext: boolean }
  | { kind: 'away'; days: number };
export interface ClockToken {
  hour: number;
  minute: number;
  /** Null when neither am nor pm was typed. */
  half: 'am' | 'pm' | null;
  /** Typed with a leading zero, which only the 24-hour clock has: "0800". */
  isExact: boolean;
}
export type Token = { day: DayToken } | { clock: ClockToken } | { isTo: true } | { isAnyTime: true };

const half = (text: string): ClockToken['half'] => (text === '' ? null : text.startsWith('a') ? 'am' : 'pm');
const clock = (hour = '', minute = '0', suffix = ''): Token => ({
  clock: { hour: Number(hour), minute: Number(minute), half: half(suffix), isExact: hour.startsWith('0') },
});
const date = (year: string | undefined, month: number, day: string | undefined): Token => ({
  day: { kind: 'date', year: year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0), month, date: Number(day) },
});
const monthOf = (name: string | undefined) => months.indexOf((name ?? '').slice(0, 3)) + 1;

/** The patterns for the parts of a line. The first match wins, so longer forms come first. */
const readers: [RegExp, (match: RegExpExecArray) => Token | null][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, ([, year, month, day]) => date(year, Number(month), day)],
  [/^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/, ([, month, day, year]) => date(year, Number(month), day)],
  [
    new RegExp(`^(${monthPattern})\\.? ?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (20[23]\\d)\\b)?`),
    ([, month, day, year]) => date(year, monthOf(month), day),
  ],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? (${monthPattern})\\b\\.?(?:,? (20[23]\\d)\\b)?`),
    ([, day, month, year]) => date(year, monthOf(month), day),
  ],
  [/^(?:today|tod)\b/, () => ({ day: { kind: 'away', days: 0 } })],
  [/^(?:tomorrow|tomm?|tmrw?|tmw)\b/, () => ({ day: { kind: 'away', days: 1 } })],
  [/^(?:yesterday|yest)\b/, () => ({ day: { kind: 'away', days: -1 } })],
  [/^(?:\+|in )(\d{1,3}) ?d(?:ays?)?\b/, ([, days]) => ({ day: { kind: 'away', days: Number(days) } })],
  [
    new RegExp(`^(next |this )?(${weekdayPattern})\\b\\.?`),
    ([, which, name]) => ({
      day: { kind: 'weekday', weekday: weekdays.findIndex((day) => day.startsWith((name ?? '').slice(0, 3))), isNext: which === 'next ' },
    }),
  ],
  [/^(?:any ?time|all day|open)\b/, () => ({ isAnyTime: true })],
  [/^noon\b/, () => clock('12', '0', 'p')],
  [/^midnight\b/, () => clock('12', '0', 'a')],
  [/^(\d{1,2}):(\d{2}) ?(a|p|am|pm)?\b\.?/, ([, hour, minute, suffix]) => clock(hour, minute, suffix)],
  [/^(\d{1,2})(\d{2}) ?(a|p|am|pm|h|hrs)?\b/, ([, hour, minute, suffix]) => clock(hour, minute, suffix?.replace(/^h.*/, ''))],
  [/^(\d{1,2}) ?(a|p|am|pm)\b\.?/, ([, hour, suffix]) => clock(hour, '0', suffix)],
  [/^(\d{1,2})h?\b/, ([, hour]) => clock(hour)],
  [/^(?:to|until|till?|thru|through|and|-)(?![a-z])/, () => ({ isTo: true })],
  [/^(?:at|on|from|between|appt|appointment|fcfs|@|,)(?![a-z])/, () => null],
];

/** The tokens of a line in order, without filler words. Null when a word isn't known. */
export function tokenize(text: string): Token[] | null {
  let rest = text
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/([ap])\.m\.?/g, '$1m')
    .replace(/\s+/g, ' ')
    .trim();
  const tokens: Token[] = [];
  while (rest !== '') {
    const found = readers.flatMap(([pattern, read]) => {
      const match = pattern.exec(rest);
      return match === null ? [] : [{ length: match[0].length, token: read(match) }];
    })[0];
    if (found === undefined) return null;
    if (found.token !== null) tokens.push(found.token);
    rest = rest.slice(found.length).trimStart();
  }
  return tokens;
}
