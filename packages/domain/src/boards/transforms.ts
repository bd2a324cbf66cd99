import { readPart, readText } from './texts/clean.ts';
import { readMailto, readMc, readPhone, readTel } from './texts/contact.ts';
import { readUsd, readUsdPerMile } from './texts/money.ts';
import { readCreditScore, readDaysToPay, readFeet, readMiles, readPounds, readWhole } from './texts/numbers.ts';
import { readPlace } from './texts/place.ts';
import { readAge, readDays } from './texts/time.ts';

/** What a step may need besides the text. A board's configuration sets only `index`, `min`, `max` and `isThousands`. */
export interface StepOptions {
  /** The part that `pipe` takes. */
  index?: number;
  /** The limits of `intIn`. */
  min?: number;
  max?: number;
  /** This board writes weights in thousands of pounds. */
  isThousands?: boolean;
}

export interface StepContext extends StepOptions {
  /** The day at the user's desk. */
  today: string;
}

/**
 * Every way in which a board's text can be made into a value. A configuration names these and can't bring others: what it says is data, and
 * what is done with it is in the package. None throws. Each returns a value within its bounds, or null.
 */
export const transforms = {
  text: (text: string) => readText(text),
  usd: (text: string) => readUsd(text),
  usdPerMile: (text: string) => readUsdPerMile(text),
  miles: (text: string) => readMiles(text),
  pounds: (text: string, { isThousands = false }: StepContext) => readPounds(text, { isThousands }),
  feet: (text: string) => readFeet(text),
  cityState: (text: string) => readPlace(text),
  age: (text: string) => readAge(text),
  dateRange: (text: string, { today }: StepContext) => readDays(text, { today }),
  phone: (text: string) => readPhone(text),
  mailto: (text: string) => readMailto(text),
  tel: (text: string) => readTel(text),
  intIn: (text: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: StepContext) => readWhole(text, { min, max }),
  pipe: (text: string, { index = 0 }: StepContext) => readPart(text, { index }),
  mc: (text: string) => readMc(text),
  creditScore: (text: string) => readCreditScore(text),
  dtp: (text: string) => readDaysToPay(text),
} satisfies Record<string, (text: string, context: StepContext) => unknown>;

export type TransformName = keyof typeof transforms;
export const transformNames = Object.keys(transforms) as TransformName[];
