import { type Html, html, renderDocument } from '../web/html.ts';
import type { ReceivedMail } from './mailbox.ts';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

function renderTop(): Html {
  return html`
    <header class="top">
      <img src="/icon.svg" alt="" width="28" height="28">
      <span class="word">Headhaul</span>
      <span class="tag strong">Sandbox</span>
      <nav class="top-links"><a href="/">Home</a> <a href="/mailbox">Mailbox</a></nav>
    </header>`;
}

function renderRow(mail: ReceivedMail): Html {
  return html`
          <tr>
            <th scope="row"><a href="/mailbox/${mail.id}">${mail.subject === '' ? 'No subject' : mail.subject}</a></th>
            <td data-label="To">${mail.to.join(', ')}</td>
            <td data-label="From">${mail.from}</td>
            <td data-label="Arrived">${timeFormat.format(new Date(mail.at))}</td>
          </tr>`;
}

function renderList(mails: readonly ReceivedMail[], to: string): Html {
  if (mails.length === 0) {
    const words = to === '' ? 'No mail yet. Invite somebody in Headhaul and it arrives here.' : `No mail for “${to}”.`;
    return html`<p class="empty">${words}</p>`;
  }
  return html`
        <table>
          <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">From</th><th scope="col">Arrived</th></tr></thead>
          <tbody>${mails.map(renderRow)}
          </tbody>
        </table>`;
}

export function renderMailboxPage(mails: readonly ReceivedMail[], to: string): Html {
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
              <input id="to" name="to" type="search" value="${to}" placeholder="dana@">
            </div>
            <button class="button" type="submit">Search</button>
          </form>
          <form method="post" action="/mailbox/clear"><button class="button quiet" type="submit">Empty the mailbox</button></form>
        </div>
        <div class="table-box">${renderList(mails, to)}
        </div>
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
