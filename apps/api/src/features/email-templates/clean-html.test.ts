import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { cleanHtml, cleanSignature } from './clean-html.service.ts';

const origin = 'https://headhaul.example';
const picture = `${origin}/i/3b241101-e2bb-4255-8caf-4136c566a962.png`;

describe('a body', () => {
  it.each([
    ['<p>Hi <b>you</b></p>', '<p>Hi <b>you</b></p>'],
    ['<p onclick="x()">Hi</p>', '<p>Hi</p>'],
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<p>a<svg><style><img src=x onerror=alert(1)></style></svg></p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java{{rate}}script:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="https://a.example/{{rate}}">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/local">x</a>', '<a>x</a>'],
    ['<a href="HTTPS://a.example/?a=1&b=2">x</a>', '<a href="HTTPS://a.example/?a=1&amp;b=2">x</a>'],
    ['<a href="mailto:a@b.example" target="_blank">x</a>', '<a href="mailto:a@b.example">x</a>'],
    ['<img src="https://evil.example/x.png">', ''],
    [`<img src="${picture}">`, ''],
    ['<p style="color:red;position:fixed;color:#ff0000;background:url(//x)">a</p>', '<p style="color:#ff0000">a</p>'],
    ['<p style="font-size:900px">a</p>', '<p>a</p>'],
    ['<p style="color:#{{rate}}">a</p>', '<p>a</p>'],
    ['<h1>Big</h1>', 'Big'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<p>a\u0000b</p>', '<p>ab</p>'],
    ['{{origin|A &amp; B}}', '{{origin|A &amp; B}}'],
  ])('%s', (html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });

  it('is the same when it is cleaned again', () => {
    const scrap = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<svg>',
        '<math>',
        '<mtext>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '<table>',
        '<td>',
        '<a href="',
        '">',
        '<img src=x ',
      ],
      ...[
        'onerror=alert(1)>',
        '<noscript>',
        '&lt;',
        '&amp;',
        '{{',
        '}}',
        '<b style="color:#fff;',
        "'",
        '`',
        '<![CDATA[',
        ']]>',
        '\u2028',
        'x',
      ],
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 40 }), (scraps) => {
        const once = cleanHtml(scraps.join(''));
        expect(cleanHtml(once)).toBe(once);
        const signature = cleanSignature(scraps.join(''), origin);
        expect(cleanSignature(signature, origin)).toBe(signature);
      }),
      { numRuns: cases(200, 1_000) },
    );
  });
});

describe('a signature', () => {
  it('keeps our own pictures and its layout', () => {
    const html = `<table><tbody><tr><td style="padding-right:12px"><img src="${picture}" alt="Logo" width="9000px" onload="x()"></td><td>Nina</td></tr></tbody></table>`;
    expect(cleanSignature(html, origin)).toBe(
      `<table><tbody><tr><td style="padding-right:12px"><img src="${picture}" alt="Logo" width="600" /></td><td>Nina</td></tr></tbody></table>`,
    );
  });

  it.each([
    'https://evil.example/i/3b241101-e2bb-4255-8caf-4136c566a962.png',
    `${origin}.evil.example/i/3b241101-e2bb-4255-8caf-4136c566a962.png`,
    `${origin}/i/../api/users/me`,
    `${picture}?x=1`,
    'data:image/png;base64,AAAA',
    '/i/3b241101-e2bb-4255-8caf-4136c566a962.png',
  ])('drops the picture %s', (src) => {
    expect(cleanSignature(`a<img src="${src}">`, origin)).toBe('a');
  });
});
