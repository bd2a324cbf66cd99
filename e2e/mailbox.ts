import type { APIRequestContext } from '@playwright/test';
import { expect } from './product.ts';
import { sandboxOrigin } from './world.ts';

interface Mail {
  subject: string;
  text: string;
}

/** The one mail that was sent to an address. */
export async function readMail(request: APIRequestContext, email: string): Promise<Mail> {
  let mails: Mail[] = [];
  await expect
    .poll(
      async () => {
        const answer = await request.get(`${sandboxOrigin}/mailbox/messages?to=${encodeURIComponent(email)}`);
        mails = (await answer.json()) as Mail[];
        return mails.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  return mails[0] as Mail;
}
