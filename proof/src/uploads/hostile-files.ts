import { crc32, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../lib/random.ts';

/** Part of every file that hides something. If a stored file contains it, part of the original was kept. */
export const marker = 'HEADHAUL-MARK';
const script = `<script>/*${marker}*/alert(1)</script>`;
const html = `<!doctype html><title>${marker}</title>${script}`;
const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="50" height="50" onload="alert(1)"><image href="file:///etc/passwd"/><text>&x;${marker}</text>${script}</svg>`;
const pdf = `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\('${marker}'\\))>>>>endobj\ntrailer<</Root 1 0 R>>`;
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA=', 'base64');
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

function chunk(type: string, data: Uint8Array, isBroken = false): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE((crc32(body) ^ (isBroken ? 1 : 0)) >>> 0, body.length + 4);
  return frame;
}

interface PngParts {
  width?: number;
  height?: number;
  pixels?: Uint8Array;
  before?: Buffer[];
  after?: Buffer[];
}

export function png({ width = 40, height = 30, pixels, before = [], after = [] }: PngParts = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width >>> 0, 0);
  head.writeUInt32BE(height >>> 0, 4);
  head.set([8, 2, 0, 0, 0], 8);
  // Every PNG row begins with its filter type. Zero means no filter.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(40 * 3, 90)]);
  const data = pixels ?? deflateSync(Buffer.concat(Array.from({ length: 30 }, () => row)));
  const end = [chunk('IDAT', data), ...after, chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), ...before, ...end]);
}

let bomb: Buffer | undefined;
/** Two hundred megabytes of zeros, deflated to two hundred kilobytes. */
function zeros(): Buffer {
  bomb ??= deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  return bomb;
}

/** A JPEG with an extra segment after its first two bytes. */
function jpegWith(kind: number, data: Uint8Array): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(Math.min(data.length + 2, 65_535));
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, kind]), size, data, jpeg.subarray(2)]);
}

const container = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.from(html)]);
const big = [0, 1, 5_000, 30_000, 65_536, 2 ** 31 - 1, 2 ** 32 - 1];

const makers: Record<string, (random: Random) => Uint8Array> = {
  'a good picture': () => png(),
  'markup behind a picture': (random) =>
    Buffer.concat([random.pick([png(), jpeg, webp]), Buffer.from(random.pick([html, svg, pdf, script]))]),
  'markup before a picture': (random) => Buffer.concat([Buffer.from(random.pick([html, svg, 'GIF89a/*', '%!PS-Adobe'])), png()]),
  'markup in a PNG’s texts': () =>
    png({ before: [chunk('tEXt', Buffer.from(`Comment\0${html}`)), chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${svg}`))] }),
  'a text bomb in a PNG': () => png({ before: [chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), zeros()]))] }),
  'a colour profile bomb': () => png({ before: [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), zeros()]))] }),
  'a colour profile of markup': () =>
    png({ before: [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.from(html))]))] }),
  'a pixel bomb': (random) => png({ width: random.pick(big), height: random.pick(big), pixels: zeros() }),
  'sizes that lie': (random) => png({ width: random.pick(big), height: random.pick(big) }),
  'many frames': () =>
    png({ before: [chunk('acTL', Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0, 0]))], after: [chunk('fdAT', Buffer.alloc(90_000, 7))] }),
  'a broken checksum': () => png({ before: [chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]), true)] }),
  'half a picture': (random) => {
    const whole = random.pick([png(), jpeg, webp]);
    return whole.subarray(0, 1 + random.below(whole.length));
  },
  'turned bits': (random) => {
    const copy = Buffer.from(random.pick([png(), jpeg, webp, png({ before: [chunk('tEXt', Buffer.from(`a\0${script}`))] })]));
    for (let left = 1 + random.below(12); left > 0; left -= 1) copy[8 + random.below(copy.length - 8)] = random.below(256);
    return copy;
  },
  'markup in Exif': () => jpegWith(0xe1, Buffer.from(`Exif\0\0II*\0\x08\0\0\0${html}`)),
  'Exif that points outside': (random) =>
    jpegWith(
      0xe1,
      Buffer.concat([Buffer.from('Exif\0\0MM\0*'), Buffer.from([0xff, 0xff, 0xff, random.below(256)]), Buffer.alloc(300, 0xff)]),
    ),
  'a JPEG’s comment': () => jpegWith(0xfe, Buffer.from(html)),
  'a JPEG’s profile': (random) =>
    jpegWith(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(500 + random.below(60_000), random.below(256))])),
  'a WebP that lies': (random) => {
    const copy = Buffer.from(webp);
    copy.writeUInt32LE(random.pick([0, 4, 0x7f_ff_ff_ff, 0xff_ff_ff_ff]), 4);
    return Buffer.concat([copy, Buffer.from(random.chance(0.5) ? html : '')]);
  },
  'a drawing': (random) => Buffer.from(random.pick([svg, svg.replace('<?xml version="1.0"?>', ''), `\ufeff${svg}`])),
  'a zipped drawing': () => gzipSync(svg),
  'a page': () => Buffer.from(html),
  'a page with a picture’s first bytes': (random) =>
    Buffer.concat([random.pick([png(), jpeg, webp]).subarray(0, 3 + random.below(20)), Buffer.from(html)]),
  'a GIF with a script': () => Buffer.concat([Buffer.from(`GIF89a/*`), gif.subarray(8), Buffer.from(`*/=1;alert('${marker}')`)]),
  'a GIF': () => gif,
  'a doc': () => Buffer.from(pdf),
  'a TIFF': (random) =>
    Buffer.concat([
      Buffer.from(random.pick(['II*\0', 'MM\0*'])),
      Buffer.from([8, 0, 0, 0]),
      Buffer.alloc(200, random.below(256)),
      Buffer.from(html),
    ]),
  'an AVIF or HEIC': (random) => container(random.pick(['avif', 'heic', 'heix', 'avis', 'mif1'])),
  'other formats': (random) =>
    Buffer.concat([
      Buffer.from(
        random.pick([
          'BM',
          '\0\0\x01\0',
          'PK\x03\x04',
          'MZ',
          '\x7fELF',
          '8BPS',
          'v/1\x01',
          'P6\n9 9\n255\n',
          '#EXTM3U\nfile:///etc/passwd',
          'push graphic-context\nimage over 0,0 0,0 "|id"',
        ]),
        'latin1',
      ),
      Buffer.from(html),
    ]),
  nothing: () => Buffer.alloc(0),
  noise: (random) => Buffer.from(Array.from({ length: 1 + random.below(3_000) }, () => random.below(256))),
};

const names = [
  'logo.png',
  'logo.png.html',
  '../../etc/passwd',
  'a\u0000.svg',
  'x".html',
  'con',
  `${'a'.repeat(300)}.png`,
  '<img src=x onerror=alert(1)>.png',
  'лого.png',
  '',
];
const types = [
  'image/png',
  'text/html',
  'image/svg+xml',
  'application/javascript',
  'image/gif',
  'multipart/mixed',
  '',
  'image/png; charset=utf-7',
];

export interface HostileFile {
  kind: string;
  bytes: Uint8Array;
  name: string;
  type: string;
}

export function hostileFile(random: Random, index: number): HostileFile {
  const kinds = Object.keys(makers);
  const kind = kinds[index % kinds.length] ?? 'noise';
  return { kind, bytes: makers[kind]?.(random) ?? Buffer.alloc(0), name: random.pick(names), type: random.pick(types) };
}
