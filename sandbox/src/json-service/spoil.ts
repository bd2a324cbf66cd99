const numeric = /^-?\d+(\.\d+)?$/;

/** The same content in other types: numbers as strings, numeric strings as numbers, and an object in place of each array. */
export function confuseTypes(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return numeric.test(value) ? Number(value) : value;
  if (Array.isArray(value)) {
    // A list of one becomes its item, as converters from XML make it.
    if (value.length === 1) return confuseTypes(value[0]);
    return Object.fromEntries(value.map((item, index) => [index, confuseTypes(item)]));
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, confuseTypes(item)]));
  return value;
}

export function renderMaintenance(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head><title>${title}</title></head>
  <body><h1>${title}</h1><p>The system is currently unavailable due to scheduled maintenance. Please try again later.</p></body>
</html>
`;
}
