import { addressParser, decodeWords } from 'postal-mime';

/** The header lines of a mail, unfolded. This is cheap, because the body is not decoded or read. */
export interface MailHeaders {
  /** The raw value, or an empty string. */
  text(name: string): string;
  /** Every address in headers of this name, lower case. */
  addresses(name: string): string[];
}

const headLimitBytes = 256 * 1024;

function headOf(raw: Buffer): string {
  const start = raw.subarray(0, headLimitBytes);
  const ends = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((at) => at >= 0);
  return start.toString('utf8', 0, Math.min(start.length, ...ends));
}

export function readHeaders(raw: Buffer): MailHeaders {
  const head = headOf(raw).replace(/\r?\n[ \t]+/g, ' ');
  const values = new Map<string, string[]>();
  for (const line of head.split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return {
    text: (name) => values.get(name)?.[0] ?? '',
    addresses: (name) =>
      (values.get(name) ?? [])
        .flatMap((value) => addressParser(value, { flatten: true }))
        .flatMap(({ address }) => (address === undefined || address === '' ? [] : [address.toLowerCase()])),
  };
}

export function subjectOf(headers: MailHeaders): string {
  return decodeWords(headers.text('subject'));
}
