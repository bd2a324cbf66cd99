import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { MailboxesView } from '../mail/messages.ts';
import { MailPanel } from './mail-panel.tsx';

const noop = () => undefined;
const desk = { id: 'desk', address: 'dispatch@northline.example', problem: null };
const own = { id: 'own', address: 'ann@northline.example', problem: null };

test.each<[string, MailboxesView | null, string[], string[]]>([
  ['not known yet', null, ['Send from', 'disabled=""'], ['Open mailboxes', 'Connect a mailbox']],
  [
    'two mailboxes',
    { mailboxes: [desk, own], chosenId: 'own' },
    ['Send from', 'dispatch@northline.example', '<option value="own" selected="">ann@'],
    ['Open mailboxes'],
  ],
  [
    'the chosen one is gone',
    { mailboxes: [desk, own], chosenId: null },
    ['<option value="" disabled="" selected="">Choose a mailbox</option>', 'The mailbox you chose is gone.'],
    [],
  ],
  ['none', { mailboxes: [], chosenId: null }, ['Connect a mailbox to email brokers', 'Open mailboxes'], ['Send from']],
  [
    'one without a template',
    { mailboxes: [{ ...desk, problem: 'NO_TEMPLATE' }], chosenId: 'desk' },
    ['needs a template', 'Open mailboxes'],
    [],
  ],
  ['one that lost its grant', { mailboxes: [{ ...desk, problem: 'RECONNECT' }], chosenId: 'desk' }, ['Reconnect this mailbox'], []],
])('%s', (_, view, present, absent) => {
  const html = renderToStaticMarkup(<MailPanel view={view} onChoose={noop} onOpen={noop} />);
  for (const words of present) expect(html).toContain(words);
  for (const words of absent) expect(html).not.toContain(words);
});
