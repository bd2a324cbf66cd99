import { plainText } from '@headhaul/domain/mail/text';
import { describe, expect, it } from 'vitest';
import { testUser } from '../../../testing/browser-doubles.ts';
import { ownValues, withSampleLoad } from './sample-values.public.ts';
import { buildSignature, docketError, fieldsOf, fillSignature, type SignatureFields } from './signature-layouts.public.ts';
import { readSignature } from './signature-reading.public.ts';

const own = {
  'user.name': 'Nina Alvarez',
  'user.phone': '(414) 555-0142',
  'company.name': "Bluff Line, LLC & Son's",
  'company.mc': '918204',
};
const picture = 'https://app.example/i/0190b000-0000-4000-8000-000000000001.png';
const fields: SignatureFields = {
  name: 'Nina Alvarez',
  title: 'dispatch',
  company: "Bluff Line, LLC & Son's",
  mc: 'MC-918204',
  dot: '',
  phone: '+1 414-555-0142',
  email: 'dispatch@bluffline.example',
};

/** The HTML as the server's sanitizer writes it. */
function cleaned(html: string): string {
  return html.replaceAll('<br>', '<br />').replaceAll('&#39;', "'").replace('width="140">', 'width="140" />');
}

describe('buildSignature', () => {
  it('writes what is one’s own as variables, so that a teammate signs as themselves', () => {
    const html = buildSignature('plain', fields, null, own);
    expect(html).toBe(
      '<p><strong>{{user.name}}</strong>, dispatch<br>{{company.name}}, MC {{company.mc}}<br>{{user.phone}} · ' +
        '<a href="mailto:dispatch@bluffline.example">dispatch@bluffline.example</a></p>',
    );
    const text = plainText(fillSignature(html, { ...own, 'user.name': 'Sam Ortiz', 'user.phone': '(402) 555-0177' }));
    expect(text).toContain("Sam Ortiz, dispatch\nBluff Line, LLC & Son's, MC 918204\n(402) 555-0177");
  });

  it('keeps what differs as it was typed', () => {
    const html = buildSignature('line', { ...fields, name: 'Nina', phone: '(402) 555-0100', mc: '77' }, null, own);
    expect(html).toContain('<strong>Nina</strong>');
    expect(html).toContain('MC 77');
    expect(html).toContain('<a href="tel:4025550100">(402) 555-0100</a>');
  });

  it('begins with the mailbox’s address, which is right whoever sends', () => {
    const prefill = { name: 'Nina', company: null, mc: null, dot: null, phone: null, email: 'nina@home.example', logoUrl: null };
    expect(fieldsOf(prefill, 'dispatch@bluffline.example').email).toBe('dispatch@bluffline.example');
  });
});

describe('fillSignature', () => {
  it('never shows a variable, and leaves out what this person lacks', () => {
    const text = plainText(fillSignature('<p>{{user.name}}<br>Call {{user.phone}}</p>', { 'user.name': 'Nina Alvarez' }));
    expect(text).toBe('Nina Alvarez');
  });
});

describe('readSignature', () => {
  it.each([
    ['plain', null, fields],
    ['line', null, { ...fields, phone: '' }],
    ['picture', picture, fields],
    ['plain', null, { ...fields, name: 'N. Alvarez', title: '', mc: '77', dot: '2740113', phone: '(402) 555-0100' }],
    ['plain', null, { ...fields, company: '', mc: '' }],
  ] as const)('reads a %s one back into the form', (layout, imageUrl, typed) => {
    const html = buildSignature(layout, typed, imageUrl, own);
    const made = readSignature(cleaned(html), own);
    expect(made).toMatchObject({ layout, imageUrl });
    expect(made && buildSignature(made.layout, made.fields, made.imageUrl, own)).toBe(html);
  });

  it('has each part in its field', () => {
    expect(readSignature(buildSignature('plain', fields, null, own), own)?.fields).toEqual({
      ...fields,
      mc: '918204',
      phone: '(414) 555-0142',
    });
  });

  it.each([
    '',
    '<p>Best,<br />Nina</p>',
    '<p><b>Nina</b></p><p>Call me</p>',
    '<p><strong>Nina</strong>, dispatch<br />a<br />b<br />c</p>',
  ])('leaves %s to the free editor', (html) => {
    expect(readSignature(html, own)).toBeNull();
  });

  it('leaves one that this person can’t fill to the free editor: the form would lose a part', () => {
    expect(readSignature(buildSignature('plain', fields, null, own), { ...own, 'user.phone': '' })).toBeNull();
  });
});

it.each([
  ['', undefined],
  ['918204', undefined],
  ['MC-918204', undefined],
  ['123456789', 'Digits only, at most 8'],
  ['abc', 'Digits only, at most 8'],
])('of the number %j it says %j', (text, error) => {
  expect(docketError(text)).toBe(error);
});

it('fills a preview with a sample load, but with nobody else’s company', () => {
  const values = withSampleLoad(ownValues(testUser, undefined, undefined));
  expect(values).toMatchObject({ origin: 'Milwaukee, WI', 'user.name': 'Nina Alvarez', 'company.name': 'Bluff Line Logistics' });
  expect(values).not.toHaveProperty('company.mc');
  expect(values).not.toHaveProperty('user.phone');
});
