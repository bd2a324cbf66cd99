/** More than stand on a page. With more of them, all are read again. */
const mostKept = 1_000;
/** A longer text hardly comes a second time. */
const longestKept = 200;

/**
 * Reads each text once: the rows of a board show the same places, days and kinds of equipment again and again. Only for what depends on
 * the text alone. What is returned is shared, so nobody may change it.
 */
export function remember<Value extends object | string | number | boolean | null>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > longestKept) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostKept) known.clear();
    const value = Object.freeze(read(text)) as Value;
    known.set(text, value);
    return value;
  };
}
