import type { BoardConfig } from '@headhaul/contracts/boards/board-config';

/** Every selector of a configuration. */
function selectorsOf({ container, row, key, ignore, framed, layouts, detail, anchors, health }: BoardConfig): string[] {
  const steps = [...layouts.map(({ fields }) => fields), detail?.fields ?? {}].flatMap((fields) => Object.values(fields));
  return [
    ...container,
    ...row,
    ...(key.sel === undefined ? [] : [key.sel]),
    ...ignore,
    ...(framed ?? []),
    ...layouts.flatMap(({ when, heads }) => (heads === undefined ? [when.rowHas] : [when.rowHas, heads.sel])),
    ...steps.flatMap(({ sel }) => sel),
    ...(detail?.host ?? []),
    ...(detail?.pairs ?? []).flatMap(({ root, label, value }) => [root, label, value]),
    ...anchors.row,
    ...(anchors.detail ?? []),
    ...(anchors.toolbar ?? []),
    ...(health.expects ?? []),
  ];
}

/** The attributes whose values are read. A change of one is a change of its row. */
export function attributesOf({ key, layouts, detail }: BoardConfig): string[] {
  const ofDetail = [...Object.values(detail?.fields ?? {}), ...(detail?.pairs ?? []).flatMap(({ take }) => take)];
  const steps = [...layouts.flatMap(({ fields }) => Object.values(fields)), ...ofDetail];
  return [...new Set([key.attr, ...steps.flatMap(({ attr }) => attr ?? [])])];
}

/** Whether this browser understands every selector. One that it doesn't know would throw in the middle of a row. */
export function isReadable(config: BoardConfig, document: Document): boolean {
  const nothing = document.createDocumentFragment();
  try {
    for (const selector of selectorsOf(config)) nothing.querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

/** The first alternative that is on the page. */
export function findFirst(root: ParentNode, selectors: readonly string[]): Element | null {
  for (const selector of selectors) {
    const found = root.querySelector(selector);
    if (found !== null) return found;
  }
  return null;
}

/** Where our element stands in the row. `:scope` is the row itself, which no query inside of it finds. */
export function findAnchor(row: Element, selectors: readonly string[]): Element | null {
  return selectors.includes(':scope') ? row : findFirst(row, selectors);
}
