import { describe, expect, it } from 'vitest';
import { readHeaders, subjectOf } from './mail-headers.ts';

const read = (text: string) => readHeaders(Buffer.from(text));

describe('readHeaders', () => {
  it('unfolds, joins headers of one name, and stops at the body', () => {
    const headers = read(
      'To: Dana <Dana@Broker.example>,\r\n lee@broker.example\r\nto: kim@office.example\r\n\r\nTo: body@elsewhere.example\r\n',
    );
    expect(headers.addresses('to')).toEqual(['dana@broker.example', 'lee@broker.example', 'kim@office.example']);
  });

  it('takes bare line ends, groups, and quoted commas', () => {
    const headers = read('To: Brokers: a@b.example, c@d.example;\nCc: "Doe, Jane" <jane@b.example>\n\nx');
    expect(headers.addresses('to')).toEqual(['a@b.example', 'c@d.example']);
    expect(headers.addresses('cc')).toEqual(['jane@b.example']);
    expect(headers.addresses('bcc')).toEqual([]);
  });

  it('decodes the subject', () => {
    expect(subjectOf(read('Subject: =?UTF-8?B?4oCcSm9wbGlu4oCd?=\r\n =?UTF-8?Q?_now?=\r\n\r\n'))).toBe('“Joplin” now');
    expect(subjectOf(read('\r\n'))).toBe('');
  });
});
