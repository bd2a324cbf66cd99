import type { MailSummary, ReceivedMail } from '../mail/mailbox.ts';
import type { Sandbox } from '../sandbox.ts';
import type { viewOf } from './sending.routes.ts';

type Door = 'gmail' | 'graph' | 'smtp';

/** What a test can do to a sandbox's mailboxes through the home port. */
export function createSendingControl(sandbox: () => Sandbox) {
  const at = (path: string) => sandbox().address + path;
  const sendingOf = (door: Door) => `/services/${door}/sending`;

  async function put(path: string, body: object): Promise<Response> {
    return fetch(at(path), { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  return {
    put,
    setFaults: (door: Door, faults: object) => put(`${sendingOf(door)}/faults`, faults),
    setLimits: (door: Door, limits: object) => put(`${sendingOf(door)}/limits`, limits),
    setMailbox: (door: Door, address: string, settings: object) =>
      put(`${sendingOf(door)}/mailboxes/${encodeURIComponent(address)}`, settings),
    reset: (door: Door) => fetch(at(sendingOf(door)), { method: 'DELETE' }),
    async look(door: Door) {
      return (await (await fetch(at(sendingOf(door)))).json()) as ReturnType<typeof viewOf>;
    },
    async mint(provider: 'google' | 'microsoft', email: string, scope?: string): Promise<string> {
      const reply = await fetch(at(`/services/${provider}/grants`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, ...(scope === undefined ? {} : { scope }) }),
      });
      return ((await reply.json()) as { accessToken: string }).accessToken;
    },
    async listMails(query: Record<string, string> = {}) {
      return (await (await fetch(at(`/mailbox/messages?${new URLSearchParams(query)}`))).json()) as ReceivedMail[];
    },
    async listSummaries(query: Record<string, string> = {}) {
      const search = new URLSearchParams({ form: 'summary', ...query });
      return (await (await fetch(at(`/mailbox/messages?${search}`))).json()) as MailSummary[];
    },
    async clear(): Promise<void> {
      await fetch(at('/mailbox/messages'), { method: 'DELETE' });
      for (const door of ['gmail', 'graph', 'smtp'] as const) await fetch(at(sendingOf(door)), { method: 'DELETE' });
      for (const resident of sandbox().residents) resident.setFaults({});
    },
  };
}

/** A small mail's source. */
export function writeMail(headers: Record<string, string>, body = 'Rate?'): Buffer {
  const head = Object.entries({ Subject: 'Load 42', 'Message-ID': '<one@office.example>', ...headers });
  return Buffer.from(`${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}\r\n`);
}
