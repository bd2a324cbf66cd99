/** Does `work` for each item, at most `width` at a time. The first failure ends it. */
export async function forEachParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(width, items.length) }, async () => {
      while (next < items.length) {
        const index = next++;
        await work(items[index] as T, index);
      }
    }),
  );
}

export function countTo(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
