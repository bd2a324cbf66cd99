const isAround = (character: string | undefined) => character === ' ' || character === '.';

/**
 * Without the spaces and dots at both ends, which some systems drop or hide. Counted by hand: a pattern for those at the end would try
 * again at each of them.
 */
export function trimFileName(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && isAround(name[start])) start += 1;
  while (end > start && isAround(name[end - 1])) end -= 1;
  return name.slice(start, end);
}
