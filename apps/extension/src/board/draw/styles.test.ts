import { expect, test } from 'vitest';
import { dress, type Part } from './styles.ts';

/** Without style sheets to adopt, as in Firefox, the root gets an element with the text. */
function readCss(part: Part): string {
  const style = { textContent: '' };
  const root = { ownerDocument: { createElement: () => style }, prepend: () => undefined };
  dress(root as unknown as ShadowRoot, part);
  return style.textContent;
}

test.each<Part>(['row', 'note', 'banner', 'pill', 'mail', 'why'])('%s names no font that a page could bring', (part) => {
  const fonts = [...readCss(part).matchAll(/font(?:-family)?: ?([^;}]*)/g)].map(([, value]) => value);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/^[46]00 1[23]px\/1[68]px system-ui, sans-serif$/);
});

test.each<Part>(['row', 'mail', 'why'])('no style sheet of the page fades %s away, where a mail is sent by a press', (part) => {
  for (const property of ['opacity: 1', 'filter: none', 'mask: none', 'clip-path: none'])
    expect(readCss(part)).toContain(`${property} !important`);
});

test('what sends by a press has no color that a page could set', () => {
  const rules = [...readCss('row').matchAll(/([^{}]*\bbutton\b[^{}]*)\{([^{}]*)\}/g)];
  expect(rules.length).toBeGreaterThan(5);
  for (const [rule] of rules) expect(rule).not.toMatch(/(?:color|background):[^;]*var\(/);
});
