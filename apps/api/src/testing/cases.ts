/**
 * How many random cases or rows a test tries: a few usually, many at night (`TEST_SIZE=nightly`). A test that proves something about a
 * size, such as more rows than fit into a batch, has a fixed size.
 */
export function cases(usual: number, nightly: number): number {
  return process.env.TEST_SIZE === 'nightly' ? nightly : usual;
}
