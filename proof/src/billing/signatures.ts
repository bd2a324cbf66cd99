import { createHmac, randomBytes } from 'node:crypto';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import type { Random } from '../lib/random.ts';
import type { Stage } from '../lib/stage.ts';
import { post, sign, webhookSecret } from './post.ts';
import { newId } from './stripe-model.ts';

const secondsNow = () => Math.floor(Date.now() / 1_000);
const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;

interface Letter {
  body: string;
  signature: string | null;
}

/** Ways to forge a message: Stripe did not send it, or sent it earlier, or sent other content. */
const forgeries: Record<string, (body: string, random: Random) => Letter> = {
  'no signature': (body) => ({ body, signature: null }),
  'an empty signature': (body) => ({ body, signature: '' }),
  'another secret': (body) => ({ body, signature: sign(body, { secret: `whsec_${randomBytes(8).toString('hex')}` }) }),
  'an empty secret': (body) => ({ body, signature: sign(body, { secret: '' }) }),
  'too old': (body, random) => ({ body, signature: sign(body, { at: secondsNow() - 301 - random.below(300_000) }) }),
  'a newer time on an old signature': (body, random) => ({
    body,
    signature: sign(body, { at: secondsNow() - 400 - random.below(9_000) }).replace(/t=\d+/, `t=${secondsNow()}`),
  }),
  'one letter of the message changed': (body, random) => {
    const at = body.indexOf('"id":"') + 10 + random.below(8);
    return { body: flip(body, at), signature: sign(body) };
  },
  'another company’s customer': (body) => ({ body: body.replace(/cus_\w+/, newId('cus')), signature: sign(body) }),
  'a space at the end': (body) => ({ body: `${body} `, signature: sign(body) }),
  'written anew by a parser': (body) => ({ body: JSON.stringify(JSON.parse(body), null, 2), signature: sign(body) }),
  'one letter of the signature changed': (body, random) => {
    const signature = sign(body);
    return { body, signature: flip(signature, signature.indexOf('v1=') + 3 + random.below(64)) };
  },
  'half a signature': (body) => ({ body, signature: sign(body).slice(0, -32) }),
  'another scheme': (body) => ({ body, signature: sign(body).replace('v1=', 'v0=') }),
  'no time': (body) => ({ body, signature: sign(body).replace(/t=\d+,/, '') }),
  'a time that is no number': (body) => ({ body, signature: sign(body).replace(/t=\d+/, 't=now') }),
  'a signature over the message alone': (body) => ({
    body,
    signature: `t=${secondsNow()},v1=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`,
  }),
  'many signatures, none right': (body) => ({
    body,
    signature: `t=${secondsNow()},${countTo(20)
      .map(() => `v1=${randomBytes(32).toString('hex')}`)
      .join(',')}`,
  }),
  noise: (body, random) => ({ body, signature: randomBytes(1 + random.below(80)).toString('base64url') }),
};

export interface Forged {
  tried: number;
  ways: number;
  wrong: string[];
  controlsTaken: number;
  controls: number;
}

/**
 * Each forged message must be refused with 400. Genuine messages are sent too and must be accepted, otherwise the refusals prove nothing.
 */
export async function sendForgeries(stage: Stage, origin: () => string, count: number, customers: readonly string[]): Promise<Forged> {
  const ways = Object.entries(forgeries);
  const found: Forged = { tried: 0, ways: ways.length, wrong: [], controls: 0, controlsTaken: 0 };
  await forEachParallel(countTo(count), 24, async (index) => {
    const random = stage.random.fork(`letter ${index}`);
    const [way, forge] = ways[index % ways.length] as (typeof ways)[number];
    const body = writeLetter(customers[index % customers.length] ?? '');
    const { body: sent, signature } = forge(body, random);
    const { status } = await post(origin(), sent, signature);
    found.tried += 1;
    if (status !== 400) found.wrong.push(`${way}: ${status}`);
    if (index % 50 !== 0) return;
    found.controls += 1;
    if ((await post(origin(), body, sign(body))).status === 200) found.controlsTaken += 1;
  });
  return found;
}

function writeLetter(customer: string): string {
  return JSON.stringify({
    id: newId('evt'),
    object: 'event',
    type: 'customer.subscription.updated',
    created: secondsNow(),
    data: { object: { object: 'subscription', id: 'sub_1', customer, status: 'active' } },
  });
}
