import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { BrokerFactor, FactorStanding } from '@headhaul/contracts/factoring';
import { approvalLabels } from '@headhaul/domain/factoring/approvals';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { suppressToast } from '../../shared/api/api-failure.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { formatAgo } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { openCompose } from '../emails/compose-mail.public.ts';
import classes from './factor-card.module.css';
import { factoringApi } from './factoring.api.ts';
import { describeRoom, describeStanding, factorName, formatAsOf, isOld } from './labels.ts';
import { StandingMark } from './standing-line.public.tsx';

/** Live events report the answer. Polling covers missed events. */
const pollMs = 5_000;

type CardBroker = Pick<BrokerDetails, 'id' | 'name' | 'mc' | 'dot' | 'history'>;

/** Whether the company's factor buys this broker's invoices, up to which limit, and how old that answer is. */
export function FactorCard({ broker }: { broker: CardBroker }) {
  const query = { ...suppressToast, query: { brokerId: broker.id } };
  const seen = factoringApi.endpoints.findBrokerFactor.useQueryState(query).data;
  const { currentData, isError, refetch } = factoringApi.useFindBrokerFactorQuery(query, {
    pollingInterval: seen?.check?.state === 'ASKING' ? pollMs : 0,
    skipPollingIfUnfocused: true,
  });
  return (
    <section className={classes.card} aria-labelledby="factor-title">
      <header>
        <h2 id="factor-title">Your factor</h2>
        {currentData?.factor == null ? null : <Age factor={currentData} />}
      </header>
      {currentData === undefined ? (
        isError ? (
          <p role="alert">
            Couldn’t load what your factor says.{' '}
            <button type="button" className={classes.link} onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        ) : (
          <div className={classes.waiting} aria-busy="true" />
        )
      ) : currentData.factor === null ? (
        <p>
          No factor yet. <Link to="/dispatcher/account-team/company">Add it on the Company page</Link> to see whether it buys this broker’s
          invoices.
        </p>
      ) : (
        <Standing broker={broker} factor={currentData} />
      )}
    </section>
  );
}

function Age({ factor: { factor, standing } }: { factor: BrokerFactor }) {
  const now = useNow();
  const zone = useOfficeZone();
  const name = factorName(factor ?? { name: null });
  if (standing === null) return <span className={classes.age}>{name}</span>;
  const source = standing.source === 'LIST' ? 'list of' : 'asked';
  return (
    <span className={classes.age} data-old={isOld(standing.asOf, dayAt(now, zone)) || undefined}>
      {`${name}, ${source} ${formatAsOf(standing.asOf, now)}`}
    </span>
  );
}

function Standing({ broker, factor }: { broker: CardBroker; factor: BrokerFactor }) {
  const { standing } = factor;
  const { words, tone } = describeStanding({ ...factor, standing: standing && { ...standing, limitCents: null } }, null);
  const average = broker.history.loads === 0 ? null : broker.history.grossCents / broker.history.loads;
  return (
    <>
      <p className={classes.verdict}>
        <StandingMark tone={tone} />
        {standing === null ? words : <b>{approvalLabels[standing.status]}</b>}
      </p>
      {standing?.limitCents == null ? null : <Limit standing={standing} averageCents={average} />}
      {factor.matchedBy === 'NAME' ? (
        <p>Matched by name. Add the MC number to the broker to be sure.</p>
      ) : factor.isAmbiguous ? (
        <p>Add the MC number to the broker to match it.</p>
      ) : null}
      <CheckNote factor={factor} />
      <Actions broker={broker} factor={factor} />
    </>
  );
}

function Limit({ standing, averageCents }: { standing: FactorStanding; averageCents: number | null }) {
  const now = useNow();
  const { limitCents, usedCents, limitAsOf, asOf } = standing;
  if (limitCents === null) return null;
  const share = usedCents === null || limitCents === 0 ? null : Math.min(usedCents / limitCents, 1);
  return (
    <div className={classes.limit} data-full={share === 1 || undefined}>
      <p>
        <span>{usedCents === null ? 'Limit' : 'Limit used'}</span>
        <b>{usedCents === null ? formatMoney(limitCents) : `${formatMoney(usedCents)} of ${formatMoney(limitCents)}`}</b>
      </p>
      {share === null ? null : (
        <div className={classes.bar} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className={classes.room}>
        {describeRoom(standing, averageCents)}
        {limitAsOf === null || limitAsOf === asOf ? '' : ` As of ${formatAsOf(limitAsOf, now)}.`}
      </p>
    </div>
  );
}

/** How the last question to the factor's API ended, when it has no new answer. */
function CheckNote({ factor: { factor, standing, check } }: { factor: BrokerFactor }) {
  const now = useNow();
  const zone = useOfficeZone();
  const name = factorName(factor ?? { name: null });
  if (check?.state === 'ASKING') return <p role="status">{`Asking ${name}…`}</p>;
  if (check?.state === 'UNKNOWN' && standing !== null) return <p>{`${name} does not know this MC number, its list does.`}</p>;
  if (check?.state === 'REFUSED') {
    return (
      <p className={classes.failed} role="alert">
        {name} did not accept your key. <Link to="/dispatcher/account-team/company">Check it on the Company page</Link>.
      </p>
    );
  }
  if (check?.state !== 'UNAVAILABLE') return null;
  const kept = standing === null ? '' : ' This is its last answer.';
  return <p className={classes.failed} role="alert">{`${name} did not answer, asked ${formatAgo(check.askedAt, now, zone)}.${kept}`}</p>;
}

function Actions({ broker, factor }: { broker: CardBroker; factor: BrokerFactor }) {
  const [ask, { isLoading }] = factoringApi.useCheckBrokerFactorMutation();
  const { factor: own, check } = factor;
  if (own === null) return null;
  const name = factorName(own);
  const isAnswered = check?.answeredAt != null;
  return (
    <div className={classes.actions}>
      {own.canCheck ? (
        <Button
          variant="default"
          size="sm"
          loading={isLoading || check?.state === 'ASKING'}
          onClick={() => void ask({ body: { brokerId: broker.id } })}
        >
          {isAnswered ? 'Ask again' : `Ask ${name}`}
        </Button>
      ) : null}
      {own.email === null ? null : (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconMail size={16} stroke={1.75} />}
          aria-haspopup="dialog"
          onClick={() =>
            openCompose({
              loadId: null,
              brokerId: broker.id,
              brokerName: broker.name,
              to: { address: own.email ?? '', name: own.name },
              offerCents: null,
              about: `Credit check of ${broker.name}`,
              isToFactor: true,
            })
          }
        >
          {`Email ${name}`}
        </Button>
      )}
    </div>
  );
}
