import { renderTop } from '../home/top.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import type { KeptMail, MailDoor, MailFailure, MailQuery, ReceivedMail } from './mailbox.ts';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

const doors: Readonly<Record<MailDoor, string>> = { mail: 'Headhaul', gmail: 'Gmail', graph: 'Microsoft', smtp: 'SMTP' };
const failures: Readonly<Record<MailFailure, string>> = {
  UNAVAILABLE: 'Taken, then an error',
  RESET: 'Taken, then line cut',
};

function renderSender({ provider, account, failure }: Pick<KeptMail, 'provider' | 'account' | 'failure'>): Html {
  const link = account === null ? undefined : html` <a href="/mailbox?account=${encodeURIComponent(account)}">${account}</a>`;
  const warning = failure === null ? undefined : html` <span class="pill warn">${failures[failure]}</span>`;
  return html`<span class="tag door-${provider}">${doors[provider]}</span>${link}${warning}`;
}

function renderRow(mail: KeptMail): Html {
  return html`
          <tr>
            <th scope="row"><a href="/mailbox/${mail.id}">${mail.subject === '' ? 'No subject' : mail.subject}</a></th>
            <td data-label="To">${mail.to.join(', ')}</td>
            <td data-label="From">${mail.from}</td>
            <td data-label="Sent by">${renderSender(mail)}</td>
            <td data-label="Arrived">${timeFormat.format(new Date(mail.at))}</td>
          </tr>`;
}

function isFiltered({ to, provider, account, failure }: MailQuery): boolean {
  return to !== '' || provider !== undefined || account !== undefined || failure !== undefined;
}

function renderList(mails: readonly KeptMail[], query: MailQuery): Html {
  if (mails.length === 0) {
    const searched = isFiltered(query) ? 'No mail matches this search.' : 'No mail yet. Invite somebody in Headhaul and it arrives here.';
    return html`<p class="empty">${query.to === '' ? searched : `No mail for “${query.to}”.`}</p>`;
  }
  return html`
        <table>
          <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Sent by</th><th scope="col">Arrived</th></tr></thead>
          <tbody>${mails.map(renderRow)}
          </tbody>
        </table>`;
}

/** A link to older mails of the same search. */
function renderOlder(mails: readonly KeptMail[], { to, provider, account, failure }: MailQuery, pageSize: number): Html | undefined {
  const oldest = mails.at(-1);
  if (oldest === undefined || mails.length < pageSize) return undefined;
  const said = Object.entries({ to, provider, account, failure }).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  const search = new URLSearchParams([...said, ['before', String(oldest.id)]]);
  return html`<p class="section-lead"><a href="/mailbox?${search.toString()}">Older mails</a></p>`;
}

function renderChoices(names: Readonly<Record<string, string>>, chosen: string | undefined): Html[] {
  return Object.entries({ '': 'Any', ...names }).map(
    ([value, label]) => html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : undefined}>${label}</option>`,
  );
}

export function renderMailboxPage(mails: readonly KeptMail[], query: MailQuery, pageSize: number): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>Mailbox</h1>
        <p class="lead">Every mail that Headhaul sent, newest first. None of them left this machine.</p>
      </div>
      <section aria-label="Mails">
        <div class="mail-tools">
          <form class="mail-search" role="search" action="/mailbox">
            <div class="field">
              <label for="to">Recipient</label>
              <input id="to" name="to" type="search" value="${query.to}" placeholder="dana@">
            </div>
            <div class="field">
              <label for="provider">Sent by</label>
              <select id="provider" name="provider">${renderChoices(doors, query.provider)}</select>
            </div>
            <div class="field">
              <label for="account">Sending mailbox</label>
              <input id="account" name="account" type="search" value="${query.account}" placeholder="nina@bluffline.example">
            </div>
            <div class="field">
              <label for="failure">What the sender heard</label>
              <select id="failure" name="failure">${renderChoices(failures, query.failure)}</select>
            </div>
            <button class="button" type="submit">Search</button>
          </form>
          <form method="post" action="/mailbox/clear"><button class="button quiet" type="submit">Empty the mailbox</button></form>
        </div>
        <div class="table-box">${renderList(mails, query)}
        </div>
        ${renderOlder(mails, query, pageSize)}
      </section>
    </main>`;
  return renderDocument({ title: 'Mailbox, Headhaul sandbox', bodyClass: 'at-home', body });
}

export function renderMailPage(mail: ReceivedMail): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>${mail.subject === '' ? 'No subject' : mail.subject}</h1>
        <p class="lead">From ${mail.from} to ${mail.to.join(', ')}, ${timeFormat.format(new Date(mail.at))}. <a href="/mailbox/${mail.id}/raw">Raw source</a></p>
        <p class="state">${renderSender(mail)}</p>
      </div>
      ${
        mail.html === ''
          ? undefined
          : html`<section aria-labelledby="as-html">
        <h2 id="as-html">As a mail program shows it</h2>
        <iframe class="mail-body" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${mail.id}/html" title="The mail"></iframe>
      </section>`
      }
      <section aria-labelledby="as-text">
        <h2 id="as-text">As plain text</h2>
        <pre class="mail-text" tabindex="0">${mail.text}</pre>
      </section>
    </main>`;
  return renderDocument({ title: `${mail.subject}, Headhaul sandbox`, bodyClass: 'at-home', body });
}
