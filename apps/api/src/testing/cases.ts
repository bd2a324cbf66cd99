/**
 * How many random cases or rows a test tries: a few each time, many by night (`TEST_SIZE=nightly`). A test whose size is what it proves, as more
 * rows than fit into a batch, keeps its size.
 */
export function cases(usual: number, nightly: number): number {
  return process.env.TEST_SIZE === 'nightly' ? nightly : usual;
}
