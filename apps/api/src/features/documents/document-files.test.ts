import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { acceptDocument, toDocumentName } from './document-files.ts';

const company = '0199a000-0000-7000-8000-000000000001';
const script = '<script>alert(1)</script>';
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');

function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#8899aa' } });
}

describe('an accepted document', () => {
  it('is a PDF as it came', async () => {
    const { bytes, ...about } = await acceptDocument(company, pdf);
    expect(Buffer.from(bytes).equals(pdf)).toBe(true);
    expect(about).toMatchObject({ contentType: 'application/pdf', extension: 'pdf' });
    expect(about.sha256).toHaveLength(32);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('is a %s drawn anew as JPEG', async (format) => {
    const file = await photo(640, 480).toFormat(format).toBuffer();
    const { bytes, contentType, extension } = await acceptDocument(company, file);
    expect({ contentType, extension }).toEqual({ contentType: 'image/jpeg', extension: 'jpg' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  });

  it('is drawn in turn; 429 when too many of one company wait', async () => {
    const file = await photo(640, 480).jpeg().toBuffer();
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => acceptDocument(company, file)));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(7);
    for (const one of refused) expect(one).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 5 } });
  });

  it('is a phone’s photo, made smaller, put upright, without the place it was taken at', async () => {
    const file = await photo(4_032, 3_024)
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: script }, IFD3: { GPSLatitude: '41/1 52/1 0/1' } } })
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).orientation).toBe(6);
    const { bytes } = await acceptDocument(company, file);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect(width * height).toBeLessThanOrEqual(4_000_000);
    expect(width * height).toBeGreaterThan(3_900_000);
    expect(height).toBeGreaterThan(width);
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
  });

  it('keeps nothing that was hidden behind the picture; what shone through is white', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const { bytes } = await acceptDocument(company, Buffer.concat([clear, Buffer.from(script)]));
    expect(Buffer.from(bytes).includes('script')).toBe(false);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data.every((value) => value > 250)).toBe(true);
  });
});

describe('a refused document', () => {
  it('415 for everything that is no PDF and no picture we draw', async () => {
    const png = await photo(300, 300).png().toBuffer();
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
    const files: [string, Buffer][] = [
      ['svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
      ['html', Buffer.from(`<!doctype html>${script}`)],
      ['html behind png', Buffer.concat([png.subarray(0, 16), Buffer.from(script)])],
      ['half a png', png.subarray(0, png.length / 2)],
      ['html before a pdf', Buffer.concat([Buffer.from(script), pdf])],
      ['gif', await photo(9, 9).gif().toBuffer()],
      ['tiff', await photo(9, 9).tiff().toBuffer()],
      ['avif', await photo(64, 64).avif({ effort: 0 }).toBuffer()],
      ['heic', heic],
      ['zip', Buffer.from('504b0304', 'hex')],
      ['exe', Buffer.from('MZ')],
      ['empty', Buffer.alloc(0)],
    ];
    for (const [name, file] of files)
      await expect(acceptDocument(company, file), name).rejects.toMatchObject({ code: 'unsupported_media_type', status: 415 });
    await expect(acceptDocument(company, heic)).rejects.toMatchObject({ details: { detail: expect.stringContaining('HEIC') } });
  });

  it('415 for a small file that would be a huge picture', async () => {
    const file = await photo(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
    expect(file.length).toBeLessThan(1024 * 1024);
    await expect(acceptDocument(company, file)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });

  it('413 for more than 15 MB', async () => {
    await expect(acceptDocument(company, Buffer.concat([pdf, Buffer.alloc(15 * 1024 * 1024)]))).rejects.toMatchObject({
      code: 'body_too_large',
    });
  });

  it('gives a document or a refusal for any damage, never a crash', async () => {
    const files = await Promise.all((['jpeg', 'png', 'webp'] as const).map((format) => photo(40, 30).toFormat(format).toBuffer()));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 }),
        async (file, changes) => {
          const hurt = Buffer.from(file);
          for (const [at, byte] of changes) hurt[at % hurt.length] = byte;
          await acceptDocument(company, hurt).then(
            ({ bytes }) => expect(Buffer.from(bytes.subarray(0, 5)).toString('latin1')).toMatch(/^(\xff\xd8\xff|%PDF-)/),
            (error: unknown) => expect(error).toMatchObject({ status: 415 }),
          );
        },
      ),
      { numRuns: cases(60, 300) },
    );
  });
});

describe('a document’s name', () => {
  it('keeps the sender’s words and the true ending', () => {
    expect(toDocumentName('RC 48291 (final).PDF', 'pdf')).toBe('RC 48291 (final).pdf');
    expect(toDocumentName('IMG_0042.HEIC.jpeg', 'jpg')).toBe('IMG_0042.HEIC.jpg');
    expect(toDocumentName('../../etc/passwd', 'pdf')).toBe('etc passwd.pdf');
    expect(toDocumentName('C:\\Users\\me\\pod.png', 'jpg')).toBe('C Users me pod.jpg');
    expect(toDocumentName('', 'pdf')).toBe('document.pdf');
    expect(toDocumentName('quittance reçue ✓.pdf', 'pdf')).toBe('quittance reçue ✓.pdf');
  });

  it('can break out of no header and no folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = toDocumentName(sent, 'pdf');
        expect(name).toMatch(/^[^/\\\p{Cc}"<>|:*?]{1,200}\.pdf$/u);
        expect(name.startsWith('.')).toBe(false);
        expect([...name].length).toBeLessThanOrEqual(200);
        expect(() => encodeURIComponent(name)).not.toThrow();
      }),
    );
  });
});
