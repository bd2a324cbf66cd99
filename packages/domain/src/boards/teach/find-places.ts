import type { IndexedPage, PageElement } from './page-tree.ts';
import { findByPath, type Path, type Step } from './path.ts';
import { isNamingAttribute, isStableName } from './stable-names.ts';

/** A page of many lists has no list that is found by its tags alone. */
const mostSteps = 12;

const namesOf = ({ attributes }: PageElement) =>
  [...attributes].filter(([name, value]) => (name === 'id' || isNamingAttribute(name)) && isStableName(value));

const stepTo = (element: PageElement, names: readonly (readonly [string, string])[], isAnywhere: boolean, isCounted: boolean): Step => ({
  isAnywhere,
  tag: element.tag,
  names,
  ...(isCounted ? { nth: { first: element.position, last: null } } : {}),
});

/**
 * Where one element of the page stands: from the nearest ancestor with a name of its own, else from the top. Null when no selector of ours
 * finds it and nothing else.
 */
export function findPlace({ root, all }: IndexedPage, target: PageElement): Path | null {
  if (target.tag === '') return null;
  const isAlone = (path: Path) => {
    const found = findByPath(root, path);
    return found.length === 1 && found[0] === target;
  };
  const isUnique = (name: string, value: string) => all.filter(({ attributes }) => attributes.get(name) === value).length === 1;
  for (const isCounted of [false, true]) {
    let below: Step[] = [];
    for (let at: PageElement | null = target; at !== null && at.parent !== null && below.length < mostSteps; at = at.parent) {
      if (at.tag === '' || ['html', 'head', 'body'].includes(at.tag)) break;
      const names = namesOf(at);
      const unique = names.filter(([name, value]) => isUnique(name, value)).slice(0, 1);
      const path = [stepTo(at, unique.length > 0 ? unique : names, true, isCounted && unique.length === 0), ...below];
      if (isAlone(path)) return path;
      below = [
        stepTo(
          at,
          names.filter(([name]) => name !== 'id'),
          false,
          isCounted,
        ),
        ...below,
      ];
    }
  }
  return null;
}
