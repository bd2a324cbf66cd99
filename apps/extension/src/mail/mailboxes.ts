import { type EmailAccount, emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';
import type { Called, MailApi } from './mail-api.ts';
import type { MailboxesView, MailboxView } from './messages.ts';

const chosenKey = 'mailbox';
const listKey = 'mailboxes';
/** A mailbox that was connected since is offered after this time at the latest. */
const freshMs = 5 * 60_000;

const Chosen = z.object({ userId: z.string(), accountId: z.string() });
const Listed = z.object({
  userId: z.string(),
  atMs: z.number(),
  mailboxes: z.array(z.object({ id: z.string(), address: z.string(), problem: z.enum(['RECONNECT', 'NO_TEMPLATE']).nullable() })),
});

interface MailboxParts {
  ask: MailApi;
  local: StorageArea;
  session: StorageArea;
  /** Who is signed in, and the mailbox that the web app named. */
  readUser(): Promise<{ userId: string; accountId: string | null } | null>;
  nowMs(): number;
}

/** Those of teammates are listed by the API when they need somebody; nothing can be sent from them. */
function toViews(accounts: readonly EmailAccount[], userId: string): MailboxView[] {
  return accounts
    .filter((account) => account.userId === userId || account.isShared)
    .map(({ id, address, status, hasValidTemplate }) => ({
      id,
      address,
      problem: status === 'RECONNECT_NEEDED' ? 'RECONNECT' : hasValidTemplate ? null : 'NO_TEMPLATE',
    }));
}

/**
 * From which mailbox a click sends: the one chosen in the popup, else the web app's, else the first that can send. One that was chosen and is
 * gone is not replaced by another, which brokers would answer to.
 */
export function createMailboxes({ ask, local, session, readUser, nowMs }: MailboxParts) {
  async function list(isFresh: boolean): Promise<Called<MailboxView[]>> {
    const user = await readUser();
    if (user === null) return { ok: false, failure: 'SIGNED_OUT' };
    const stored = Listed.safeParse((await session.get(listKey))[listKey]).data;
    const known = stored?.userId === user.userId ? stored : undefined;
    if (!isFresh && known !== undefined && nowMs() - known.atMs < freshMs) return { ok: true, value: known.mailboxes };
    const answer = await ask(user.userId, emailAccountEndpoints.listEmailAccounts, {});
    if (!answer.ok && answer.failure === 'UNREACHABLE' && known !== undefined) return { ok: true, value: known.mailboxes };
    if (!answer.ok) return answer;
    const mailboxes = toViews(answer.value.emailAccounts, user.userId);
    await session.set({ [listKey]: { userId: user.userId, atMs: nowMs(), mailboxes } });
    return { ok: true, value: mailboxes };
  }

  async function pick(mailboxes: readonly MailboxView[]): Promise<MailboxView | null> {
    const user = await readUser();
    const chosen = Chosen.safeParse((await local.get(chosenKey))[chosenKey]).data;
    const wanted = chosen !== undefined && chosen.userId === user?.userId ? chosen.accountId : user?.accountId;
    if (wanted != null) return mailboxes.find(({ id }) => id === wanted) ?? null;
    return mailboxes.find(({ problem }) => problem === null) ?? mailboxes[0] ?? null;
  }

  async function choose(accountId: string): Promise<void> {
    const user = await readUser();
    if (user !== null) await local.set({ [chosenKey]: { userId: user.userId, accountId } });
  }

  return {
    choose,
    /** For a click. `NONE`: there is no mailbox. `GONE`: there are others than the one that was chosen. */
    async current(): Promise<Called<MailboxView | 'NONE' | 'GONE'>> {
      const known = await list(false);
      const picked = known.ok ? await pick(known.value) : null;
      if (!known.ok) return known;
      if (picked?.problem === null) return { ok: true, value: picked };
      // Maybe it was connected or got its template a minute ago.
      const fresh = await list(true);
      return fresh.ok ? { ok: true, value: (await pick(fresh.value)) ?? (fresh.value.length === 0 ? 'NONE' : 'GONE') } : fresh;
    },
    /** For the popup. Null while Headhaul doesn't answer. */
    async view(): Promise<MailboxesView | null> {
      const listed = await list(true);
      if (!listed.ok) return null;
      return { mailboxes: listed.value, chosenId: (await pick(listed.value))?.id ?? null };
    },
  };
}

export type Mailboxes = ReturnType<typeof createMailboxes>;
