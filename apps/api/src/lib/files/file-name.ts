const isAround = (character: string | undefined) => character === ' ' || character === '.';

/**
 * Removes spaces and dots at both ends, which some systems drop or hide. This uses loops, because a regular expression for the end
 * would start again at every space and dot.
 */
export function trimFileName(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && isAround(name[start])) start += 1;
  while (end > start && isAround(name[end - 1])) end -= 1;
  return name.slice(start, end);
}
