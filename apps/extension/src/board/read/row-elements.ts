/** The elements inside a row, by selectors. */
export interface RowElements {
  /** In the order of the page. */
  find(selector: string): ArrayLike<Element>;
}

interface Mark {
  attribute: string;
  value: string;
  /** The selector asks for nothing else. */
  isAll: boolean;
}

/** Boards mark the parts of a row by one attribute with a value for each: `[data-test='rate']`, maybe with what it stands in before it. */
const lastMark = /(?:^|[\s>+~])\[(data-[a-z-]+)=(?:'([\w-]+)'|"([\w-]+)")\]$/;
/** Which speak of the row itself, or are several. */
const others = /:scope|,/;

const marks = new Map<string, Mark | null>();

function markOf(selector: string): Mark | null {
  const known = marks.get(selector);
  if (known !== undefined) return known;
  const [found, attribute = '', single, double] = (others.test(selector) ? null : lastMark.exec(selector)) ?? [];
  const mark = found === undefined ? null : { attribute, value: single ?? double ?? '', isAll: found === selector };
  marks.set(selector, mark);
  return mark;
}

/** Looks through the row once for all selectors that end in the same attribute, instead of once for each. Used for as long as nothing changes. */
export function createRowElements(row: Element): RowElements {
  const marked = new Map<string, Map<string, Element[]>>();

  function sortBy(attribute: string): Map<string, Element[]> {
    const sorted = new Map<string, Element[]>();
    for (const element of row.querySelectorAll(`[${attribute}]`)) {
      const value = element.getAttribute(attribute) ?? '';
      const same = sorted.get(value);
      if (same === undefined) sorted.set(value, [element]);
      else same.push(element);
    }
    marked.set(attribute, sorted);
    return sorted;
  }

  return {
    find(selector) {
      const mark = markOf(selector);
      if (mark === null) return row.querySelectorAll(selector);
      const { attribute, value, isAll } = mark;
      const found = (marked.get(attribute) ?? sortBy(attribute)).get(value) ?? [];
      return isAll ? found : found.filter((element) => element.matches(selector));
    },
  };
}
