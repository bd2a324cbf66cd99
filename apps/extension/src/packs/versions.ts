function partsOf(version: string): number[] {
  return version.split('.').map(Number);
}

/** Compares versions of the extension, such as 1.4.0. A part that is missing is 0. */
export function isOlderThan(version: string, other: string): boolean {
  const [own, wanted] = [partsOf(version), partsOf(other)];
  for (let at = 0; at < Math.max(own.length, wanted.length); at++) {
    const difference = (own[at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
