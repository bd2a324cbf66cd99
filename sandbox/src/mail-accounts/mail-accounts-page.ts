import { renderTop } from '../home/top.ts';
import type { Grants, GrantView } from '../openid/grants.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import type { SendingControl, SendingFaults } from './sending-control.ts';

export interface GrantGiver {
  name: string;
  brand: string;
  grants: Grants;
}

/** A load proof connects hundreds of mailboxes, so the table is cut here. */
const longestTable = 100;
const numbers = new Intl.NumberFormat('en-US');
const timeFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

const faultLabels: Readonly<Record<keyof SendingFaults, string>> = {
  tooManyPercent: 'Answered “too many”',
  unavailablePercent: 'Refused with an error',
  resetPercent: 'Line cut, nothing taken',
  acceptedThenUnavailablePercent: 'Taken, then an error',
  acceptedThenResetPercent: 'Taken, then line cut',
};

interface NumberField {
  name: string;
  label: string;
  unit?: string;
  value: number | undefined;
  example: string;
}

function renderNumber(door: string, { name, label, unit, value, example }: NumberField): Html {
  const id = `${door}-${name}`;
  return html`
            <div class="field">
              <label for="${id}">${label}${unit === undefined ? undefined : html` <span class="unit">${unit}</span>`}</label>
              <input id="${id}" name="${name}" type="number" min="0" step="any" placeholder="${example}" value="${value}">
            </div>`;
}

function renderForm(control: SendingControl, part: 'faults' | 'limits', title: string, fields: NumberField[]): Html {
  return html`
        <form class="faults" method="post" action="/mail-accounts/${control.door}/${part}" aria-label="${title} of ${control.title}">
          <div class="fault-fields">${fields.map((field) => renderNumber(control.door, field))}
          </div>
          <div class="actions"><button class="button" type="submit">Set ${title.toLowerCase()}</button></div>
        </form>`;
}

function renderControl(control: SendingControl): Html {
  const { counts, faults, limits, real, door } = control;
  const over = counts.overMinute + counts.overDay + counts.overProject;
  const faultFields = Object.entries(faultLabels).map(([name, label]) => ({
    name,
    label,
    unit: '%',
    value: faults[name as keyof SendingFaults] || undefined,
    example: '0',
  }));
  return html`
      <article class="card" aria-labelledby="${door}-title">
        <div class="card-head">
          <h3 id="${door}-title">${control.title}</h3>
          <div class="state"><a href="/mailbox?provider=${door}">What arrived</a></div>
        </div>
        <p class="about">${numbers.format(counts.calls)} sends, ${numbers.format(counts.accepted)} taken, ${numbers.format(over)} over a cap, ${numbers.format(counts.tooMany + counts.unavailable + counts.reset)} refused on demand.</p>
        ${renderForm(control, 'faults', 'Faults', faultFields)}
        ${renderForm(control, 'limits', 'Caps', [
          { name: 'perMinute', label: 'A mailbox', unit: 'per minute', value: limits.perMinute, example: String(real.perMinute) },
          { name: 'perDay', label: 'A mailbox', unit: 'per day', value: limits.perDay, example: String(real.perDay) },
          { name: 'perDayFree', label: 'A free mailbox', unit: 'per day', value: limits.perDayFree, example: String(real.perDayFree) },
          { name: 'projectPerMinute', label: 'All together', unit: 'per minute', value: limits.projectPerMinute, example: 'none' },
          { name: 'projectPerDay', label: 'All together', unit: 'per day', value: limits.projectPerDay, example: 'none' },
          {
            name: 'clockScale',
            label: 'Clock runs',
            unit: 'times as fast',
            value: limits.clockScale === 1 ? undefined : limits.clockScale,
            example: '1',
          },
        ])}
      </article>`;
}

function renderMailbox(control: SendingControl, mailbox: ReturnType<SendingControl['mailboxes']>[number]): Html {
  const { address, perMinute, perDay, sentLastMinute, sentLastDay } = mailbox;
  const id = `cap-${control.door}-${address}`;
  return html`
          <tr>
            <th scope="row"><a href="/mailbox?provider=${control.door}&amp;account=${encodeURIComponent(address)}">${address}</a></th>
            <td data-label="At">${control.title}</td>
            <td data-label="Last minute">${sentLastMinute} of ${numbers.format(perMinute)}</td>
            <td data-label="Last 24 hours">${numbers.format(sentLastDay)} of ${numbers.format(perDay)}</td>
            <td data-label="Daily cap">
              <form class="row-form field" method="post" action="/mail-accounts/${control.door}/mailbox">
                <input type="hidden" name="address" value="${address}">
                <input id="${id}" name="perDay" type="number" min="0" aria-label="Daily cap of ${address}" placeholder="${perDay}" value="${control.settings.get(address)?.perDay}">
                <button class="button" type="submit">Set</button>
              </form>
            </td>
          </tr>`;
}

/** What the person allowed, in the words of the consent page. */
function rightsIn({ consent }: Grants, scope: string): string {
  const given = scope.split(' ');
  const labels = consent.rights.filter(({ scopes }) => scopes.some((one) => given.includes(one))).map(({ label }) => label);
  return labels.length === 0 ? 'Sign you in' : labels.join(', ');
}

function renderGrant({ name, brand, grants }: GrantGiver, { email, scope, at, isOffline }: GrantView): Html {
  return html`
          <tr>
            <th scope="row">${email}</th>
            <td data-label="At">${brand}</td>
            <td data-label="Allowed">${rightsIn(grants, scope)}</td>
            <td data-label="Since">${timeFormat.format(new Date(at))}${isOffline ? undefined : ', for an hour'}</td>
            <td><form method="post" action="/mail-accounts/${name}/withdraw"><input type="hidden" name="email" value="${email}"><button class="button" type="submit">Withdraw</button></form></td>
          </tr>`;
}

function renderTable(columns: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const more = rows.length - longestTable;
  return html`
        <table>
          <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>${rows.slice(0, longestTable)}
          </tbody>
        </table>
        ${more > 0 ? html`<p class="empty">${numbers.format(more)} more; a program can list them all.</p>` : undefined}`;
}

/** Shows people's mailboxes, and lets a developer break them. */
export function renderMailAccountsPage(
  givers: readonly GrantGiver[],
  controls: readonly SendingControl[],
  notice: string | undefined,
): Html {
  const grants = givers.flatMap((giver) => giver.grants.list().map((grant) => renderGrant(giver, grant)));
  const mailboxes = controls.flatMap((control) => control.mailboxes().map((mailbox) => renderMailbox(control, mailbox)));
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>Mail accounts</h1>
        <p class="lead">The mailboxes that people lent to Headhaul: who may send, how much, and what goes wrong.</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-labelledby="grants">
        <h2 id="grants">Access that people gave</h2>
        <p class="section-lead">Withdraw it as the person would on their account page: Headhaul learns of it at its next try.</p>
        <div class="table-box">${renderTable(['Person', 'At', 'Allowed', 'Since', 'Take back'], grants, 'Nobody has connected a Google or Microsoft mailbox yet.')}
        </div>
      </section>
      <section aria-labelledby="mailboxes">
        <h2 id="mailboxes">Mailboxes</h2>
        <div class="table-box">${renderTable(['Mailbox', 'At', 'Last minute', 'Last 24 hours', 'Daily cap'], mailboxes, 'No mailbox has sent yet.')}
        </div>
      </section>
      <section aria-labelledby="providers">
        <h2 id="providers">Providers</h2>
        <p class="section-lead">An empty field is the real provider’s own figure.</p>
        <div class="cards">${controls.map(renderControl)}
        </div>
      </section>
    </main>`;
  return renderDocument({ title: 'Mail accounts, Headhaul sandbox', bodyClass: 'at-home', body });
}
