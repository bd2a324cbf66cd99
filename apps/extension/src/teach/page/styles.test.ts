import { expect, test } from 'vitest';
import { panelCss, tableCss } from './styles.ts';

test.each([
  ['panel', panelCss],
  ['table', tableCss],
])('no style sheet of the page wins over what the %s says of its place', (_, css) => {
  const blocks = [...css.matchAll(/:host[^{]*\{([^}]*)\}/g)].map(([, block = '']) => block);
  const declared = blocks.flatMap((block) => block.split(';')).filter((line) => line.trim() !== '');
  expect(declared[0]).toContain('all: initial !important');
  expect(declared.filter((line) => !line.endsWith('!important'))).toEqual([]);
});
