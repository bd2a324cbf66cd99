import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { useSearchParams } from 'react-router';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { ViewTabs } from '../../../shared/list/controls/view-tabs.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { formatDetention, formatPhone } from '../labels.ts';
import { BrokerContacts } from './contacts.tsx';
import { BrokerEmails } from './emails.tsx';
import { BrokerLoads } from './loads.tsx';
import classes from './page.module.css';

const tabKeys = ['loads', 'lanes', 'emails', 'contacts', 'notes'] as const;

interface BrokerTabsProps {
  broker: BrokerDetails;
  now: number;
  zone: string;
  onEdit: () => void;
}

/** Everything else about the broker. The tab is kept in the address. */
export function BrokerTabs({ broker, now, zone, onEdit }: BrokerTabsProps) {
  const [params, setParams] = useSearchParams();
  const current = tabKeys.find((key) => key === params.get('tab')) ?? 'loads';
  return (
    <>
      <ViewTabs
        label="About this broker"
        tabs={[
          { key: 'loads', title: 'Loads' },
          { key: 'lanes', title: 'Lanes' },
          { key: 'emails', title: 'Emails' },
          { key: 'contacts', title: 'Contacts', count: broker.contacts.length },
          { key: 'notes', title: 'Terms and notes' },
        ]}
        current={current}
        onChange={(tab) => setParams(tab === 'loads' ? {} : { tab }, { replace: true })}
      />
      <div className={classes.panel}>
        {current === 'loads' ? <BrokerLoads brokerId={broker.id} now={now} /> : null}
        {current === 'lanes' ? <Lanes lanes={broker.topLanes} /> : null}
        {current === 'emails' ? <BrokerEmails broker={broker} /> : null}
        {current === 'contacts' ? <BrokerContacts broker={broker} now={now} zone={zone} /> : null}
        {current === 'notes' ? <Terms broker={broker} onEdit={onEdit} /> : null}
      </div>
    </>
  );
}

function Lanes({ lanes }: { lanes: BrokerDetails['topLanes'] }) {
  return (
    <section className={classes.card} aria-labelledby="lanes-title">
      <h2 id="lanes-title">Top lanes</h2>
      {lanes.length === 0 ? <p className={classes.none}>No lanes in the last 12 months.</p> : null}
      <ul className={classes.lines}>
        {lanes.map(({ lane, loads, grossCents, rpmCents }) => (
          <li key={lane}>
            <span className={classes.first}>
              <LaneText lane={lane} />
            </span>
            <span className={classes.second}>
              {loads} {loads === 1 ? 'load' : 'loads'} · {formatMoney(Math.round(grossCents / 100) * 100)} · {formatRpmMoney(rpmCents)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Splits a lane that the server sends as text: "Milwaukee, WI → Conley, GA". */
function LaneText({ lane }: { lane: string }) {
  const [from, to] = lane.split(' → ');
  return from === undefined || to === undefined ? lane : <Lane from={from} to={to} />;
}

/** Agreed terms and notes. People typed all of these, so all of them can be edited. */
function Terms({ broker, onEdit }: { broker: BrokerDetails; onEdit: () => void }) {
  const facts = [
    ['Payment', `${broker.paymentTermsDays} days after the invoice`],
    ['Detention', formatDetention(broker)],
    ['Phone', broker.phone === null ? null : formatPhone(broker.phone)],
    ['Address', broker.address],
    ['Also known as', broker.dba],
  ] as const;
  return (
    <section className={classes.card} aria-labelledby="facts-title">
      <h2 id="facts-title">Terms and notes</h2>
      <dl className={classes.terms}>
        {facts.map(([name, words]) =>
          words === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ),
        )}
      </dl>
      {broker.notes === null ? (
        <button type="button" className={classes.link} onClick={onEdit}>
          Add a note
        </button>
      ) : (
        <p className={classes.notes}>{broker.notes}</p>
      )}
    </section>
  );
}
