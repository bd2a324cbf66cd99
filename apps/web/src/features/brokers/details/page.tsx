import type { BrokerDetails, BrokerMark } from '@headhaul/contracts/brokers';
import { Button, Menu } from '@mantine/core';
import { IconBan, IconChevronDown, IconCircleOff, IconMail, IconPencil, IconPhone, IconStar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { FigureStrip } from '../../../shared/figures/figure-strip.tsx';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { formatTerms } from '../../../shared/format/terms.ts';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { StateLine, SubPageHeader } from '../../../shared/list/work-header.tsx';
import { formatDay } from '../../../shared/time/format-time.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { useIsTablet } from '../../../shared/ui/viewport.ts';
import { openCompose } from '../../emails/compose-mail.public.ts';
import { brokersApi } from '../brokers.api.ts';
import { MarkTag } from '../edit/mark-tag.tsx';
import { useMarkBroker } from '../edit/use-mark-broker.tsx';
import { formatDetention, formatPhone } from '../labels.ts';
import { brokersPath } from '../paths.ts';
import { BrokerContacts } from './contacts.tsx';
import { BrokerEmails, composeWishOf } from './emails.tsx';
import { BrokerLoads } from './loads.tsx';
import classes from './page.module.css';
import { BrokerPayments } from './payments.tsx';

const BrokerDialog = lazy(() => import('../edit/broker-dialog.tsx'));

/** One broker: how they pay, who they are, and which loads were hauled for them. */
export default function BrokerPage() {
  const { brokerId = '' } = useParams();
  const { currentData: broker, error, isFetching, refetch } = brokersApi.useGetBrokerQuery({ ...suppressToast, params: { id: brokerId } });
  if (broker !== undefined) return <Details broker={broker} />;
  if (error === undefined) {
    return (
      <>
        <SubPageHeader title="Broker" backTo={brokersPath} state="Getting the broker…" />
        <div className={classes.waiting} aria-hidden="true" />
      </>
    );
  }
  const isGone = ['not_found', 'validation_failed'].includes(failureCode(error) ?? '');
  return (
    <>
      <SubPageHeader title="Broker" backTo={brokersPath} />
      {isGone ? (
        <p className={classes.gone} role="status">
          This broker is not in your list. <Link to={brokersPath}>All brokers</Link>
        </p>
      ) : (
        <ListError
          title="The broker did not come through"
          error={error}
          safe="Nothing is lost."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

function Details({ broker }: { broker: BrokerDetails }) {
  const now = useNow();
  const zone = useOfficeZone();
  // On narrow screens the top bar only has room for the name.
  const isNarrow = useIsTablet();
  const { mark, dialogs } = useMarkBroker();
  const [isEditing, setIsEditing] = useState(false);
  const { history } = broker;
  const numbers = [broker.mc === null ? 'No MC number' : `MC ${broker.mc}`, broker.dot === null ? null : `DOT ${broker.dot}`];
  const parts = [...numbers, formatTerms(broker.paymentTermsDays)].flatMap((part) => part ?? []);
  const actions = (
    <div className={classes.actions}>
      {broker.phone === null ? null : (
        <Button component="a" href={`tel:${broker.phone}`} variant="default" leftSection={<IconPhone size={16} stroke={1.75} />}>
          Call
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconMail size={16} stroke={1.75} />}
        aria-haspopup="dialog"
        onClick={() => openCompose(composeWishOf(broker))}
      >
        Email
      </Button>
      <MarkMenu mark={broker.mark} onMark={(to) => mark(broker, to)} />
      <Button variant="default" leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setIsEditing(true)}>
        Edit
      </Button>
    </div>
  );
  return (
    <div className={classes.screen}>
      <SubPageHeader
        title={
          <span className={classes.title}>
            <span title={broker.name}>{broker.name}</span>
            {isNarrow ? null : <MarkTag mark={broker.mark} />}
          </span>
        }
        backTo={brokersPath}
        {...(isNarrow ? {} : { state: <StateLine parts={parts} />, children: actions })}
      />
      {isNarrow ? (
        <div className={classes.strip}>
          <div>
            <StateLine parts={parts} />
            <MarkTag mark={broker.mark} />
          </div>
          {actions}
        </div>
      ) : null}
      {broker.mark === 'BLOCKED' && broker.markReason !== null ? (
        <p className={classes.blocked}>
          <IconBan size={16} stroke={1.75} aria-hidden="true" />
          Blocked: {broker.markReason}
        </p>
      ) : null}
      <div className={classes.content}>
        <div className={classes.main}>
          <section className={classes.card} aria-label="Figures of the last 12 months">
            <FigureStrip
              figures={[
                { label: 'Loads, 12 months', value: String(history.loads), ...firstLoad(broker, now, zone) },
                {
                  label: 'Gross',
                  value: formatMoney(Math.round(history.grossCents / 100) * 100),
                  ...share(history.grossCents, history.loads),
                },
                { label: 'RPM, all miles', value: formatRpmMoney(history.rpmCents), basis: 'gross by all miles' },
                {
                  label: 'Open',
                  value: formatMoney(history.openCents),
                  basis: history.openCents === 0 ? 'no invoice is open' : 'invoiced, not paid',
                },
              ]}
            />
            <BrokerPayments broker={broker} />
          </section>
          <BrokerLoads brokerId={broker.id} now={now} />
          <BrokerEmails broker={broker} />
        </div>
        <div className={classes.side}>
          <BrokerContacts broker={broker} now={now} zone={zone} />
          <Lanes lanes={broker.topLanes} />
          <Facts broker={broker} onEdit={() => setIsEditing(true)} />
        </div>
      </div>
      {dialogs}
      {isEditing ? (
        <Suspense>
          <BrokerDialog broker={broker} onClose={() => setIsEditing(false)} onSaved={() => undefined} />
        </Suspense>
      ) : null}
    </div>
  );
}

function firstLoad({ history }: BrokerDetails, now: number, zone: string): { basis?: string } {
  return history.lastLoadAt === null ? { basis: 'none yet' } : { basis: `last ${formatDay(history.lastLoadAt, now, zone)}` };
}

function share(grossCents: number, loads: number): { basis?: string } {
  return loads === 0 ? {} : { basis: `${formatMoney(Math.round(grossCents / loads / 100) * 100)} a load` };
}

const marks: readonly { mark: BrokerMark; words: string; icon: typeof IconStar }[] = [
  { mark: 'PREFERRED', words: 'Preferred', icon: IconStar },
  { mark: 'BLOCKED', words: 'Blocked', icon: IconBan },
  { mark: 'NONE', words: 'No mark', icon: IconCircleOff },
];

function MarkMenu({ mark, onMark }: { mark: BrokerMark; onMark: (mark: BrokerMark) => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
          Mark
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {marks
          .filter((one) => one.mark !== mark)
          .map(({ mark: to, words, icon: MarkIcon }) => (
            <Menu.Item key={to} leftSection={<MarkIcon size={16} stroke={1.75} aria-hidden="true" />} onClick={() => onMark(to)}>
              {words}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Lanes({ lanes }: { lanes: BrokerDetails['topLanes'] }) {
  if (lanes.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="lanes-title">
      <h2 id="lanes-title">Top lanes</h2>
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
function Facts({ broker, onEdit }: { broker: BrokerDetails; onEdit: () => void }) {
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
      <dl className={classes.facts}>
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
