import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { cleanValue, factsOfTemplate, isValidTemplate, type MailParts, renderMail, stillUnknown } from './render.ts';
import { type MailValues, mailVariables } from './variables.ts';

const samples = {
  ...Object.fromEntries(Object.entries(mailVariables).map(([name, { sample }]) => [name, sample])),
  'pickup.date': 'Fri Nov 13',
  'delivery.date': 'Sun Nov 15',
} as MailValues;

function render(parts: Partial<MailParts>, values: MailValues = samples) {
  return renderMail({ subject: 'Load', htmlBody: '', signature: null, hasWatermark: false, ...parts }, values);
}
/** Only the HTML of the body. */
function bodyOf(htmlBody: string, values: MailValues = samples): string {
  return render({ htmlBody }, values)
    .html.replace(/^<div style="[^"]*">/, '')
    .replace(/<\/div>$/, '')
    .replaceAll(' style="margin:0"', '');
}

const inquiry = {
  subject: '{{origin}} to {{destination}}, {{pickup.date}}: {{equipment}} ready',
  htmlBody:
    '<p>Hi {{broker.contact|there}},</p><p></p><p>Is {{origin}} to {{destination}} on {{pickup.date}} still open?</p>' +
    '<p>My truck is empty in {{driver.location}} at {{driver.available}}. It is {{deadhead}} from the pickup.</p>' +
    '<p>I can do it for <strong>{{offer.rate}}</strong>. Reference {{reference}}.</p><p></p>' +
    '<p>MC {{company.mc}}, {{equipment}} {{length}}, tracking by Samsara.</p>',
  signature:
    '<p><strong>{{user.name}}</strong>, dispatch<br>{{company.name}}, MC {{company.mc}}<br><a href="tel:+14145550142">(414) 555-0142</a></p>',
  hasWatermark: true,
};

describe('a whole mail', () => {
  it('keeps what stands between two parts out of a link that begins the second', () => {
    const line = '<p>(414) 555-0142 · <a href="mailto:a@b.co">a@b.co</a> · MC 918204</p>';
    expect(bodyOf(line)).toBe(line);
    expect(render({ htmlBody: line }).text).toBe('(414) 555-0142 · a@b.co · MC 918204');
    const gap = '<p>{{user.phone}} · <a href="mailto:a@b.co">a@b.co</a></p>';
    expect(bodyOf(gap, {})).toBe('<p><a href="mailto:a@b.co">a@b.co</a></p>');
  });

  it('is filled', () => {
    const mail = renderMail(inquiry, samples);
    expect(mail.subject).toBe('Milwaukee, WI to Conley, GA, Fri Nov 13: dry van ready');
    expect(mail.html).toMatchInlineSnapshot(
      `"<div style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#1b2430"><p style="margin:0">Hi Carla,</p><p style="margin:0"><br></p><p style="margin:0">Is Milwaukee, WI to Conley, GA on Fri Nov 13 still open?</p><p style="margin:0">My truck is empty in Racine, WI at 06:30 CST. It is 38 mi from the pickup.</p><p style="margin:0">I can do it for <strong>$2,450</strong>. Reference L77120.</p><p style="margin:0"><br></p><p style="margin:0">MC 918204, dry van 53 ft, tracking by Samsara.</p><div style="margin-top:16px;padding-top:12px;border-top:1px solid #dfe3ea"><p style="margin:0"><strong>Nina Kovac</strong>, dispatch<br>Bluffline Carriers, MC 918204<br><a href="tel:+14145550142">(414) 555-0142</a></p></div><p style="margin:16px 0 0;font-size:12px;color:#6b7280">Sent with Headhaul</p></div>"`,
    );
    expect(mail.text).toMatchInlineSnapshot(`
      "Hi Carla,

      Is Milwaukee, WI to Conley, GA on Fri Nov 13 still open?
      My truck is empty in Racine, WI at 06:30 CST. It is 38 mi from the pickup.
      I can do it for $2,450. Reference L77120.

      MC 918204, dry van 53 ft, tracking by Samsara.

      Nina Kovac, dispatch
      Bluffline Carriers, MC 918204
      (414) 555-0142

      Sent with Headhaul"
    `);
    expect(mail).toMatchObject({ emptyVariables: [], unknownVariables: [], unresolvedInSubject: [], missing: [], namesOffer: true });
  });

  it('leaves out what is not known, and says so', () => {
    const { reference: _, deadhead: __, 'broker.contact': ___, 'offer.rate': ____, ...rest } = samples;
    const mail = renderMail(inquiry, rest);
    expect(mail.text).toMatchInlineSnapshot(`
      "Hi there,

      Is Milwaukee, WI to Conley, GA on Fri Nov 13 still open?
      My truck is empty in Racine, WI at 06:30 CST.

      MC 918204, dry van 53 ft, tracking by Samsara.

      Nina Kovac, dispatch
      Bluffline Carriers, MC 918204
      (414) 555-0142

      Sent with Headhaul"
    `);
    expect(mail.emptyVariables).toEqual(['deadhead', 'offer.rate', 'reference']);
    expect([mail.missing, mail.namesOffer]).toEqual([['RATE'], false]);
  });

  it('with nothing known has no broken sentence', () => {
    const mail = renderMail(inquiry, {});
    expect(mail.text).toBe('Hi there,\n\n(414) 555-0142\n\nSent with Headhaul');
    expect(mail.unresolvedInSubject).toEqual(['origin', 'destination', 'pickup.date', 'equipment']);
    expect(mail.missing).toEqual(['RATE', 'EQUIPMENT', 'TRUCK_PLACE', 'EMPTY_TIME', 'MC']);
  });
});

describe('a variable without a value', () => {
  const cases: [string, string, string][] = [
    ['takes its sentence', '<p>I can do it for {{rate}}. Call me.</p>', '<p>Call me.</p>'],
    ['takes the last sentence', '<p>Call me. I can do it for {{rate}}.</p>', '<p>Call me.</p>'],
    ['takes one in the middle', '<p>One. Two {{rate}}! Three?</p>', '<p>One. Three?</p>'],
    ['takes its paragraph when nothing else is said', '<p>A</p><p>{{rate}}, {{rpm}}.</p><p>B</p>', '<p>A</p><p>B</p>'],
    ['takes its line', '<p>A<br>{{rate}}<br>B</p>', '<p>A<br>B</p>'],
    ['takes the last line and the break before', '<p>A<br>Rate: {{rate}}</p>', '<p>A</p>'],
    ['takes a point of a list', '<ul><li>A</li><li><b>Rate:</b> {{rate}}</li></ul>', '<ul><li>A</li></ul>'],
    ['takes a list of nothing else', '<p>A</p><ul><li>{{rate}}</li></ul>', '<p>A</p>'],
    ['takes the marks around it', '<p>We ask <b><i>{{rate}}</i></b>. Call.</p>', '<p>Call.</p>'],
    ['takes a point between dots', '<p>Van · {{rate}} · 53 ft</p>', '<p>Van · 53 ft</p>'],
    ['takes the first point', '<p>{{rate}} · Van | 53 ft</p>', '<p>Van | 53 ft</p>'],
    ['takes the last point', '<p>Van · {{rate}}</p>', '<p>Van</p>'],
    ['takes a point after a sentence', '<p>Hello. {{rate}} · 53 ft</p>', '<p>Hello. 53 ft</p>'],
    ['takes the last point of a sentence', '<p>Van · {{rate}}. Call.</p>', '<p>Van. Call.</p>'],
    ['takes a sentence that marks cut', '<p>Go. We <b>ask {{rate}}.</b> Call.</p>', '<p>Go. Call.</p>'],
    ['leaves one empty line of two', '<p>A</p><p></p><p>{{rate}}</p><p></p><p>B</p>', '<p>A</p><p><br></p><p>B</p>'],
    ['is no end of a sentence at approx.', '<p>It is approx. {{deadhead}} away. Call.</p>', '<p>Call.</p>'],
    ['leaves marks that go on in the next line', '<p><b>A<br>{{rate}}<br>B</b></p>', '<p><b>A<br>B</b></p>'],
    ['shows its fallback', '<p>Hi {{broker.contact|there &amp; all}},</p>', '<p>Hi there &amp; all,</p>'],
    ['leaves a picture', '<p><img src="https://a.example/i/x.png">{{rate}}</p>', '<p><img src="https://a.example/i/x.png"></p>'],
  ];
  it.each(cases)('%s', (_, htmlBody, expected) => {
    expect(bodyOf(htmlBody, {}).replaceAll(' style="margin:0;padding-left:24px"', '')).toBe(expected);
  });

  it('leaves a number with a point whole', () => {
    expect(bodyOf('<p>Pays 2.5 {{rate}} a mile. Call.</p>', {})).toBe('<p>Call.</p>');
  });
});

describe('values', () => {
  it('are text, never markup', () => {
    const html = bodyOf('<p>To {{origin}}</p>', { origin: '<img src=x onerror=alert(1)>"\'&' });
    expect(html).toBe('<p>To &lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</p>');
  });

  it('have no line ends, controls or marks that turn text', () => {
    expect(cleanValue(' a\r\nBcc: x@y.z\u0000\u202eb\u2028\ud800c  d ')).toBe('a Bcc: x@y.z b c d');
  });

  it('have at most two hundred whole characters', () => {
    expect([...cleanValue('😀'.repeat(500))]).toHaveLength(200);
    expect(cleanValue('x'.repeat(100_000))).toHaveLength(200);
  });

  it('are never taken for variables', () => {
    const mail = render({ subject: '{{origin}}', htmlBody: '<p>{{origin}}</p>' }, { origin: '{{rate}} {{{', rate: '$5' });
    expect(mail.subject).toBe('{ {rate} } { { {');
    expect(mail.html).not.toContain('{{');
  });

  it('never come into attributes', () => {
    expect(bodyOf('<p><a href="https://x.example/{{rate}}">Look</a></p>')).toBe('<p><a>Look</a></p>');
  });

  it('stay out of the subject’s headers', () => {
    expect(render({ subject: 'Load {{origin}}\r\nBcc: a@b.c' }, { origin: 'X\nTo: z@z.z' }).subject).toBe('Load X To: z@z.z Bcc: a@b.c');
  });
});

describe('the signature', () => {
  it('is placed where the body asks for it', () => {
    const { html } = render({ htmlBody: '<p>Hi</p><p><b>{{signature}}</b></p><p>PS</p>', signature: '<p>Nina</p>' });
    expect(html).toContain('<p style="margin:0">Hi</p><div><p style="margin:0">Nina</p></div><p style="margin:0">PS</p></div>');
  });

  it('comes once', () => {
    const { text } = render({ htmlBody: '<p>a {{signature}} b {{signature}}</p>', signature: '<p>Nina</p>' });
    expect(text).toBe('a\nNina\nb');
  });

  it('may be none', () => {
    expect(bodyOf('<p>Hi</p><p>{{signature}}</p>')).toBe('<p>Hi</p>');
  });
});

describe('what brokers look for', () => {
  it.each([
    ['<p>$2,400, MC 123456, reefer</p>', ['TRUCK_PLACE', 'EMPTY_TIME']],
    ['<p>MC# 0123456</p>', ['RATE', 'EQUIPMENT', 'TRUCK_PLACE', 'EMPTY_TIME']],
    ['<p>Advanced caravan</p>', ['RATE', 'EQUIPMENT', 'TRUCK_PLACE', 'EMPTY_TIME', 'MC']],
    ['<p>{{offer.rate}} {{equipment}} {{driver.location}} {{driver.available}} {{company.mc}}</p>', []],
  ])('%s', (htmlBody, missing) => {
    expect(render({ htmlBody }).missing).toEqual(missing);
  });

  it('is not met by a sentence that was left out', () => {
    expect(render({ htmlBody: '<p>{{offer.rate}} for {{reference}}.</p>' }, { 'offer.rate': '$1' }).missing).toContain('RATE');
  });
});

describe('a mail that grows with its values', () => {
  const quotes = '"'.repeat(200);

  it('is refused past 300,000 characters of html, and is no work past them', () => {
    const used = (count: number) => render({ htmlBody: `<p>${'{{commodity}}'.repeat(count)}</p>` }, { commodity: quotes });
    expect(used(200)).toMatchObject({ isTooLong: false });
    expect(used(200).html.length).toBeGreaterThan(240_000);
    expect(used(260)).toMatchObject({ isTooLong: true, html: '', text: '' });
    expect(
      render({ htmlBody: '<p>{{signature}}</p>', signature: `<p>${'{{commodity}}'.repeat(260)}</p>` }, { commodity: quotes }).isTooLong,
    ).toBe(true);
    expect(render({ htmlBody: `<p>${'&lt;'.repeat(80_000)}</p>` }).isTooLong).toBe(true);
  });

  it('reads each value once, however often it is used', () => {
    let reads = 0;
    const values = {
      get commodity() {
        reads += 1;
        return 'paper';
      },
    };
    const mail = render({ subject: '{{commodity}}', htmlBody: `<p>${'{{commodity}} '.repeat(150)}</p>` }, values);
    expect(mail.text).toContain('paper paper');
    expect(reads).toBe(1);
  });
});

const isValid = (template: { subject: string; htmlBody: string }) =>
  isValidTemplate({ subject: template.subject, ...factsOfTemplate(template) });

describe('a template', () => {
  it('is valid with a subject, a text and known variables', () => {
    expect(isValid({ subject: 'A', htmlBody: '<p>{{origin}}</p>' })).toBe(true);
    expect(isValid({ subject: ' ', htmlBody: '<p>a</p>' })).toBe(false);
    expect(isValid({ subject: 'A', htmlBody: '<p> <br></p>' })).toBe(false);
    expect(isValid({ subject: 'A', htmlBody: '<p>{{orgin}}</p>' })).toBe(false);
    expect(isValid({ subject: 'A {{', htmlBody: '<p>a</p>' })).toBe(false);
  });

  it('keeps at most twenty names that no mail can fill, and forgets those that mails can fill by now', () => {
    const many = Array.from({ length: 500 }, (_, index) => `{{name${index}}}`).join(' ');
    expect(factsOfTemplate({ subject: 'A', htmlBody: `<p>${many}</p>` }).unknownVariables).toHaveLength(20);
    expect(stillUnknown(['origin', 'orgin', '{{', 'signature'])).toEqual(['orgin', '{{']);
    expect(isValidTemplate({ subject: 'A', hasText: true, unknownVariables: ['origin'] })).toBe(true);
    expect(isValidTemplate({ subject: 'A', hasText: true, unknownVariables: ['orgin'] })).toBe(false);
  });

  it('names what no mail can fill', () => {
    const mail = render({ htmlBody: '<p>Hi {{orgin}}. Ok {{toString|x}} {{origin</p>' });
    expect(mail.unknownVariables).toEqual(['orgin', 'toString', '{{origin']);
    expect(mail.text).toBe('Ok x {{origin');
  });
});

describe('any input', () => {
  const scrap = fc.constantFrom(
    ...['<p>', '</p>', '<b>', '</b>', '<br>', '<li>', '</li>', '<a href="{{rate}}">', '</a>', '<div', '<!--', '>', '{{', '}}', '{{rate}}'],
    ...[
      '{{origin|x}}',
      '{{signature}}',
      '. ',
      ' · ',
      'Word',
      '&amp;',
      '&#0;',
      '&#xffffff;',
      '\u0000',
      '\ud800',
      '<script>',
      '<img src=x onerror=1>',
    ],
  );
  const body = fc.array(scrap, { maxLength: 60 }).map((scraps) => scraps.join(''));

  it('renders, and what it renders is rendered the same again', () => {
    fc.assert(
      fc.property(body, fc.string({ unit: 'binary' }), fc.option(body), (htmlBody, origin, signature) => {
        const values = { origin };
        const first = render({ htmlBody, signature, subject: htmlBody }, values);
        expect(first.html).not.toMatch(/<script/i);
        expect(first.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        if (first.unknownVariables.length > 0) return;
        const again = bodyOf(first.html, values);
        expect(bodyOf(again, values)).toBe(again);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a body of 50 KB', () => {
  const cost = (htmlBody: string) => cpuCost(() => render({ htmlBody, signature: '<p>x</p>' }, {}));
  let ordinaryCost = 0;
  beforeAll(() => {
    ordinaryCost = cost('<p>Hi Carla, is <b>Omaha, NE</b> to {{destination}} still open?</p>'.repeat(760));
  });

  it.each([
    ['beginnings', '<b>'.repeat(16_000)],
    ['lines left out in deep marks', `${'<b>'.repeat(8_000)}${'{{rate}}<br>'.repeat(2_000)}`],
    ['signatures in deep marks', `${'<b>'.repeat(6_000)}${'{{signature}}'.repeat(2_000)}`],
    ['open tags', '<a '.repeat(16_000)],
    ['braces', '{{'.repeat(25_000)],
    ['spaces', `${' '.repeat(50_000)}x`],
    ['hard spaces', `${'\u00a0'.repeat(50_000)}x`],
    ['ends', '. '.repeat(25_000)],
    ['quotes', '."'.repeat(25_000)],
    ['points', ' · '.repeat(16_000)],
    ['variables', '{{rate}} · '.repeat(4_500)],
    ['wrong ends', '<p></b>'.repeat(7_000)],
    ['entities', '&#'.repeat(25_000)],
    ['an MC and no number', `<p>MC${'\u00a0'.repeat(49_000)}x</p>`],
    ['hard spaces', `<p>${'\u00a0'.repeat(49_000)}x</p>`],
    ['hard spaces in lines', `${'\u00a0'.repeat(500)}x<br>`.repeat(95)],
    ['links', '<a href="https://x.example">'.repeat(1_700)],
  ])('of %s costs little more than of ordinary words', (_, htmlBody) => {
    // It costs up to three times as much. Quadratic work would cost a hundred times as much.
    expect(cost(htmlBody) / ordinaryCost).toBeLessThan(20);
  });
});
