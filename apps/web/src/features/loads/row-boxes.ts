/**
 * Which box each line is drawn in. A line keeps its box; one that comes takes the box of one that went, so that another list, or a row scrolled to,
 * is new words in boxes that stand there already.
 */
export function assignBoxes(last: ReadonlyMap<string, number>, lines: readonly string[]): Map<string, number> {
  const staying = new Set(lines);
  const free = [...last].filter(([line]) => !staying.has(line)).map(([, box]) => box);
  let unused = Math.max(-1, ...last.values()) + 1;
  return new Map(lines.map((line) => [line, last.get(line) ?? free.shift() ?? unused++]));
}
