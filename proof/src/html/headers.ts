import { domainToASCII } from 'node:url';
import { MailAddress } from '@headhaul/contracts/mail/accounts';
import { renderMail } from '@headhaul/domain/mail/render';
import { countTo } from '../lib/parallel.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { hostileAddress, hostileHeader } from './vectors.ts';

interface ReadBack {
  names: string[];
  from: string | null;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
}

const ourHeaders = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);
const atOnce = 500;

function mailOf(random: Random) {
  const address = () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const parsed = MailAddress.safeParse(hostileAddress(random));
      if (parsed.success) return parsed.data;
    }
    return 'carla@lakeshore.example';
  };
  const subject = renderMail(
    { subject: `{{origin}} ${hostileHeader(random)}`, htmlBody: '', signature: null, hasWatermark: false },
    { origin: hostileHeader(random) },
  ).subject;
  return {
    from: { name: hostileHeader(random), address: address() },
    to: { name: random.chance(0.2) ? '' : hostileHeader(random), address: address() },
    cc: random.chance(0.5) ? address() : null,
    subject,
    html: '<p>x</p>',
    text: 'x',
    messageId: '<1@headhaul.example>',
    inReplyTo: null,
    references: [],
  };
}

function sameAddress(a: string, b: string): boolean {
  const plain = (address: string) => {
    const at = address.lastIndexOf('@');
    return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
  };
  return plain(a) === plain(b);
}

function faultOf(mail: ReturnType<typeof mailOf>, read: ReadBack): string | null {
  const strangers = read.names.filter((name) => !ourHeaders.has(name));
  if (strangers.length > 0) return `headers ${strangers.join()}`;
  if (new Set(read.names).size !== read.names.length) return 'a header twice';
  if (read.bcc.length > 0) return 'a hidden recipient';
  if (read.to.length !== 1 || !sameAddress(read.to[0] ?? '', mail.to.address))
    return `to ${JSON.stringify(read.to)} of ${JSON.stringify(mail.to)}`;
  if (read.cc.length !== (mail.cc === null ? 0 : 1) || (mail.cc !== null && !sameAddress(read.cc[0] ?? '', mail.cc))) {
    return `cc ${JSON.stringify(read.cc)} of ${JSON.stringify(mail.cc)}`;
  }
  if (!sameAddress(read.from ?? '', mail.from.address)) return `from ${read.from} of ${JSON.stringify(mail.from)}`;
  return null;
}

/** The product writes mails with names, subjects and addresses chosen by strangers, and another program reads them back. */
export async function proveHeaders(stage: Stage, post: <T>(path: string, body: unknown) => Promise<T>, count: number): Promise<void> {
  const random = stage.random.fork('headers');
  const faults: string[] = [];
  let tried = 0;
  for (const _ of countTo(Math.ceil(count / atOnce))) {
    const mails = Array.from({ length: Math.min(atOnce, count - tried) }, () => mailOf(random));
    const read = await post<ReadBack[]>('/mime', mails);
    for (const [index, mail] of mails.entries()) {
      const fault = faultOf(mail, read[index] as ReadBack);
      if (fault !== null) faults.push(fault);
    }
    tried += mails.length;
  }
  stage.report.check({
    what: 'mails with hostile subjects, names and addresses, written by the product and read back by another program',
    tried,
    bar: count,
    expected: 'each has exactly the recipients that were meant, and no header but ours',
    found: `${formatCount(faults.length)} had others${faults.length === 0 ? '' : `: ${faults.slice(0, 3).join(' | ')}`}`,
    passed: faults.length === 0,
  });
}
