/** A form-encoded body with keys like `items[0][price]`. An empty string removes a value. */
export type FormValue = string | FormValue[] | Form;
export interface Form {
  [key: string]: FormValue | undefined;
}

type Branch = Map<string, string | Branch>;

function segmentsOf(key: string): string[] {
  const bracket = key.indexOf('[');
  if (bracket < 0) return [key];
  return [key.slice(0, bracket), ...[...key.slice(bracket).matchAll(/\[([^\]]*)\]/g)].map(([, segment = '']) => segment)];
}

function put(branch: Branch, [segment = '', ...rest]: string[], value: string): void {
  const name = segment === '' ? String(branch.size) : segment;
  if (rest.length === 0) {
    branch.set(name, value);
    return;
  }
  const found = branch.get(name);
  const next: Branch = found instanceof Map ? found : new Map();
  branch.set(name, next);
  put(next, rest, value);
}

function write(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const entries = [...value].map(([key, inner]) => [key, write(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function parseForm(text: string): Form {
  const root: Branch = new Map();
  for (const [key, value] of new URLSearchParams(text)) put(root, segmentsOf(key), value);
  return Object.fromEntries([...root].map(([key, inner]) => [key, write(inner)]));
}
