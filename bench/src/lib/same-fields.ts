/** What one has and the other has not, in words; null when both have the same. */
function describeDifference(ours: Iterable<string>, theirs: Iterable<string>): string | null {
  const [a, b] = [new Set(ours), new Set(theirs)];
  const missing = [...a].filter((field) => !b.has(field));
  const extra = [...b].filter((field) => !a.has(field));
  if (missing.length === 0 && extra.length === 0) return null;
  return [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`]),
    ...(extra.length === 0 ? [] : [`has ${extra.join(', ')} besides`]),
  ].join(' and ');
}

/** Two ways to answer the same can be compared only while they answer the same; a field that came to one of them alone is named here. */
export function requireSameFields(name: string, ours: Iterable<string>, theirs: Iterable<string>): void {
  const difference = describeDifference(ours, theirs);
  if (difference !== null) throw new Error(`${name} does not answer what GET /loads answers: it ${difference}.`);
}

/** All of an answer's names, those of its rows with the list's name before them: `nextCursor`, `loads.id`, `loads.rc`. */
export function fieldsOf(answer: string): Set<string> {
  const fields = new Set<string>();
  for (const [key, value] of Object.entries(JSON.parse(answer) as Record<string, unknown>)) {
    fields.add(key);
    if (!Array.isArray(value)) continue;
    for (const row of value as unknown[]) {
      if (typeof row === 'object' && row !== null) for (const field of Object.keys(row)) fields.add(`${key}.${field}`);
    }
  }
  return fields;
}
