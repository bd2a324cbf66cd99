/** A sentence part that says which fields one side lacks or has besides. Null if both have the same. */
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

/** Two ways to answer can be compared only if they answer the same. The error names fields that only one of them has. */
export function requireSameFields(name: string, ours: Iterable<string>, theirs: Iterable<string>): void {
  const difference = describeDifference(ours, theirs);
  if (difference !== null) throw new Error(`${name} does not answer what GET /loads answers: it ${difference}.`);
}

/** All field names of an answer. Names of row fields have the list's name in front: `nextCursor`, `loads.id`, `loads.rc`. */
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
