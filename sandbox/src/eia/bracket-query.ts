/** Parameters like `facets[product][]=EPD2D&sort[0][column]=period`, read as PHP does. Numbers and empty brackets make a list. */
export interface Brackets {
  [key: string]: string | Brackets | (string | Brackets)[];
}

const isIndex = (part: string | undefined) => part === undefined || /^\d*$/.test(part);

interface Node {
  children: Map<string, Node>;
  value: string;
}

function toValue({ children, value }: Node): string | Brackets | (string | Brackets)[] {
  if (children.size === 0) return value;
  if ([...children.keys()].every(isIndex)) return [...children.values()].map((child) => toValue(child) as string | Brackets);
  return Object.fromEntries([...children].map(([key, child]) => [key, toValue(child)]));
}

export function readBrackets(query: URLSearchParams): Brackets {
  const root: Node = { children: new Map(), value: '' };
  for (const [name, value] of query) {
    let node = root;
    for (const part of name.split('[').map((piece) => piece.replace(/\]$/, ''))) {
      const key = part === '' ? String(node.children.size) : part;
      const child = node.children.get(key) ?? { children: new Map(), value: '' };
      node.children.set(key, child);
      node = child;
    }
    node.value = value;
  }
  return Object.fromEntries([...root.children].map(([key, child]) => [key, toValue(child)]));
}
