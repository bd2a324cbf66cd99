/** Figures over several loads of which some may have no loaded miles yet. Their gross is counted, so a mile's share of it is at most this. */
interface CountedMiles {
  loadsWithoutMiles: number;
}

const whole = new Intl.NumberFormat('en-US');

/** "at most $2.41" while the loaded miles of some loads aren't known. */
export function atMost(words: string, { loadsWithoutMiles }: CountedMiles): string {
  return loadsWithoutMiles > 0 && words !== '–' ? `at most ${words}` : words;
}

/** "at least 1,204" for a sum of miles, by the same rule. */
export function atLeastMiles(words: string, { loadsWithoutMiles }: CountedMiles): string {
  return loadsWithoutMiles > 0 ? `at least ${words}` : words;
}

/** "≤ 2.41", for narrow columns. */
export function atMostShort(words: string, { loadsWithoutMiles }: CountedMiles): string {
  return loadsWithoutMiles > 0 && words !== '–' ? `≤ ${words}` : words;
}

/** "At most: 2 loads without loaded miles", for the tooltip of a narrow column. */
export function whyAtMost(figures: CountedMiles): string | undefined {
  const without = formatWithoutMiles(figures);
  return without === null ? undefined : `At most: ${without}`;
}

/** "2 loads without loaded miles". Null when all are known. */
export function formatWithoutMiles({ loadsWithoutMiles }: CountedMiles): string | null {
  return loadsWithoutMiles === 0
    ? null
    : `${whole.format(loadsWithoutMiles)} ${loadsWithoutMiles === 1 ? 'load' : 'loads'} without loaded miles`;
}
