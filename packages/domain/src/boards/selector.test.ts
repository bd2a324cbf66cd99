import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSelectorFault, longestSelector } from './selector.ts';

describe('a selector of a configuration', () => {
  it.each([
    "[data-test='results-table-body'] .cdk-virtual-scroll-content-wrapper",
    '#table-viewport .cdk-virtual-scroll-content-wrapper',
    ".row-container[id^='table-row-']",
    "[data-test='load-origin-cell'] > .city-state-container:not([data-test])",
    'dat-company .info-container > div',
    "dat-contacts a[href^='mailto:']",
    'a[href^="tel:"]',
    ':scope > [id]',
    'td:nth-child(5)',
    "[class*='rate']",
    'tr:has(td)',
  ])('may be %s', (selector) => expect(findSelectorFault(selector)).toBeNull());

  it.each([
    ['', 'empty'],
    [' .row', 'spaces'],
    ['*', 'everything'],
    ['.row > *', 'everything'],
    ['body', 'body'],
    ['html .row', 'html'],
    ['.row, .card', 'sign'],
    ['[style]', 'style'],
    ["[ style*='x']", 'style'],
    ['[onclick]', 'onclick'],
    ['[OnClick]', 'OnClick'],
    ["img[src^='x']", 'src'],
    ['iframe[srcdoc]', 'srcdoc'],
    ['a[href]', 'links'],
    ["a[href^='javascript:']", 'links'],
    ["a[href*='mailto:']", 'links'],
    ["a[href^='mailto:'][href$='x']", 'links'],
    ["[data-x='https://a.example']", 'address'],
    ["[data-x='//a.example']", 'address'],
    ['input', 'input'],
    ['form > input[type=password]', 'input'],
    [':is(input)', 'input'],
    ["[value^='a']", 'value'],
    ['a:visited', ':visited'],
    ['.row::before', 'pseudo-element'],
    ['.a:has(.b:has(.c))', ':has'],
    ['.a:has(.b):has(.c)', ':has'],
    ['.row{color:red}', 'sign'],
    ['.row;', 'sign'],
    ['.r\\6f w', 'sign'],
    ["[data-x='a]", 'sign'],
    ['.row:not(.a', 'bracket'],
    ['.row[data-x', 'bracket'],
    ['.rów', 'sign'],
    ['@import', 'sign'],
    ['.row/**/', 'sign'],
    [`.${'a'.repeat(longestSelector)}`, 'characters'],
  ])('may not be %s', (selector, words) => expect(findSelectorFault(selector)).toContain(words));

  it('is looked at without throwing, whatever it is', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => findSelectorFault(text) === null || true));
  });
});
