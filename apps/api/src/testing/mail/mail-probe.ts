import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { composeMime, type OutgoingMail } from '../../features/email-accounts/senders/mail-sender.service.ts';
import { cleanHtml, cleanSignature } from '../../features/email-templates/clean-html.service.ts';

/**
 * Runs the product's own HTML cleaning and its own mail composing, without the rest. `pnpm proof html` sends what an
 * attacker could send, and checks the answers.
 */
const imageOrigin = process.env.IMAGE_ORIGIN ?? '';

function clean(html: string, isSignature: boolean): { html: string; isStable: boolean } {
  const cleaned = isSignature ? cleanSignature(html, imageOrigin) : cleanHtml(html);
  const again = isSignature ? cleanSignature(cleaned, imageOrigin) : cleanHtml(cleaned);
  return { html: cleaned, isStable: again === cleaned };
}

/** The headers and addresses that a mail program reads in this mail. */
async function readBack(mail: OutgoingMail) {
  const { headers, from, to, cc, bcc, subject } = await PostalMime.parse(await composeMime(mail));
  const addresses = (list: typeof to) =>
    (list ?? []).flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]));
  return {
    names: headers.map(({ key }) => key),
    from: from?.address ?? null,
    to: addresses(to),
    cc: addresses(cc),
    bcc: addresses(bcc),
    subject: subject ?? '',
  };
}

async function answer(path: string, body: string): Promise<unknown> {
  if (path === '/clean')
    return (JSON.parse(body) as { html: string; isSignature: boolean }[]).map((one) => clean(one.html, one.isSignature));
  if (path === '/mime') return Promise.all((JSON.parse(body) as OutgoingMail[]).map(readBack));
  return {};
}

createServer((request, response) => {
  void text(request)
    .then((body) => answer(request.url ?? '', body))
    .then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
}).listen(Number(process.env.PORT));
