import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isForeignOrigin, type Refusal, readForm, sendHtml, sendProblem } from '../web/answer.ts';
import { type GrantGiver, renderMailAccountsPage } from './mail-accounts-page.ts';
import { MailboxSettings, type SendingControl, SendingFaults, SendingLimits } from './sending-control.ts';

const foreignOrigin: Refusal = {
  status: 403,
  code: 'not_allowed',
  title: 'Not from here',
  detail: 'Another site may not use these switches.',
};

/** The numbers in the form, without empty fields. */
function numbersIn(fields: URLSearchParams): Record<string, number> {
  const typed = [...fields].filter(([name, value]) => name !== 'address' && value.trim() !== '');
  return Object.fromEntries(typed.map(([name, value]) => [name, Number(value)]));
}

function setMailbox(control: SendingControl, fields: URLSearchParams): void {
  const address = z.email('Which mailbox?').parse(fields.get('address')).toLowerCase();
  const password = control.settings.get(address)?.password;
  control.settings.set(address, MailboxSettings.parse({ ...numbersIn(fields), ...(password === undefined ? {} : { password }) }));
}

/** The page about people's mailboxes on the home port. Returns false for other paths. */
export function createMailAccountsPages(givers: readonly GrantGiver[], controls: readonly SendingControl[]) {
  async function flip(who: string, what: string, fields: URLSearchParams): Promise<void> {
    const control = controls.find(({ door }) => door === who);
    if (what === 'withdraw') await givers.find(({ name }) => name === who)?.grants.withdraw(fields.get('email') ?? '');
    else if (control !== undefined && what === 'faults') control.setFaults(SendingFaults.parse(numbersIn(fields)));
    else if (control !== undefined && what === 'limits') control.setLimits(SendingLimits.parse(numbersIn(fields)));
    else if (control !== undefined) setMailbox(control, fields);
  }

  async function answerForm(request: IncomingMessage, response: ServerResponse, who: string, what: string): Promise<void> {
    try {
      await flip(who, what, (await readForm(request)) ?? new URLSearchParams());
      response.writeHead(303, { location: '/mail-accounts' }).end();
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      sendHtml(response, 400, renderMailAccountsPage(givers, controls, error.issues.map(({ message }) => message).join('. ')));
    }
  }

  return (request: IncomingMessage, response: ServerResponse, { pathname }: URL): boolean => {
    if (request.method === 'GET' && pathname === '/mail-accounts') {
      sendHtml(response, 200, renderMailAccountsPage(givers, controls, undefined));
      return true;
    }
    const [, who, what] = /^\/mail-accounts\/([a-z]+)\/(withdraw|faults|limits|mailbox)$/.exec(pathname) ?? [];
    if (request.method !== 'POST' || who === undefined || what === undefined) return false;
    if (isForeignOrigin(request)) sendProblem(response, pathname, foreignOrigin);
    else
      answerForm(request, response, who, what).catch((error: unknown) => {
        console.error(`POST ${pathname} failed`, error);
        response.destroy();
      });
    return true;
  };
}
