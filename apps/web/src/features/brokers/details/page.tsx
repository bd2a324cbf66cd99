import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { IconBan, IconMail, IconPhone } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { StateLine, SubPageHeader } from '../../../shared/list/work-header.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { useIsTablet } from '../../../shared/ui/viewport.ts';
import { openCompose } from '../../emails/compose-mail.public.ts';
import { FactorCard } from '../../factoring/factor-card.public.tsx';
import { brokersApi } from '../brokers.api.ts';
import { MarkTag } from '../edit/mark-tag.tsx';
import { useMarkBroker } from '../edit/use-mark-broker.tsx';
import { fmcsaApi } from '../fmcsa.api.ts';
import { formatPhone } from '../labels.ts';
import { formatRegisteredCity } from '../lookup/labels.public.ts';
import { brokersPath } from '../paths.ts';
import { AuthorityCard } from './authority-card.tsx';
import { ContactCard } from './contact-card.tsx';
import { composeWishOf } from './emails.tsx';
import { BrokerFigures } from './figures.tsx';
import { BrokerMore } from './more-menu.tsx';
import classes from './page.module.css';
import { RiskBox } from './risk-box.tsx';
import { ScoreCard } from './score-card.tsx';
import { BrokerTabs } from './tabs.tsx';

const BrokerDialog = lazy(() => import('../edit/broker-dialog.tsx'));

/** One broker: how they pay, what FMCSA says about them, and which loads were hauled for them. */
export default function BrokerPage() {
  const { brokerId = '' } = useParams();
  const { currentData: broker, error, isFetching, refetch } = brokersApi.useGetBrokerQuery({ ...suppressToast, params: { id: brokerId } });
  if (broker !== undefined) return <Details key={broker.id} broker={broker} />;
  if (error === undefined) {
    return (
      <>
        <SubPageHeader title="Broker" backTo={brokersPath} state="Getting the broker…" />
        <div className={classes.waiting} aria-hidden="true">
          <span />
          <span />
        </div>
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
          title="Couldn’t load the broker"
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
  const record = fmcsaApi.useGetBrokerRecordQuery({ params: { id: broker.id } });
  const checked = record.currentData?.found;
  const place = checked ? formatRegisteredCity(checked.record) : null;
  const parts = [
    broker.mc === null ? 'No MC number' : `MC ${broker.mc}`,
    ...(broker.dot === null ? [] : [`USDOT ${broker.dot}`]),
    ...(place === null ? [] : [place]),
    ...(broker.history.firstLoadAt === null ? [] : [`with you since ${dayAt(broker.history.firstLoadAt, zone).slice(0, 4)}`]),
  ];
  const actions = (
    <div className={classes.actions}>
      <ReachButtons broker={broker} fmcsaPhone={checked?.record.phone ?? null} />
      <BrokerMore mark={broker.mark} onMark={(to) => mark(broker, to)} onEdit={() => setIsEditing(true)} />
    </div>
  );
  const facts = { broker, checked, now, zone };
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
      <RiskBox risks={broker.risks} />
      {broker.mark === 'BLOCKED' && broker.markReason !== null ? (
        <p className={classes.blocked}>
          <IconBan size={16} stroke={1.75} aria-hidden="true" />
          Blocked: {broker.markReason}
        </p>
      ) : null}
      <div className={classes.facts}>
        <ScoreCard broker={broker} />
        <div className={classes.outside}>
          <AuthorityCard {...facts} hasFailed={record.isError} onRetry={() => void record.refetch()} />
          <div className={classes.pair}>
            <FactorCard broker={broker} />
            <ContactCard {...facts} />
          </div>
        </div>
        <BrokerFigures broker={broker} now={now} zone={zone} />
      </div>
      <BrokerTabs broker={broker} now={now} zone={zone} onEdit={() => setIsEditing(true)} />
      {dialogs}
      {isEditing ? (
        <Suspense>
          <BrokerDialog broker={broker} onClose={() => setIsEditing(false)} onSaved={() => undefined} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** With a risk the filled button calls the number that FMCSA has, because the other ways may belong to somebody else. */
function ReachButtons({ broker, fmcsaPhone }: { broker: BrokerDetails; fmcsaPhone: string | null }) {
  const isRisky = broker.risks.length > 0;
  const phone = isRisky ? (fmcsaPhone ?? broker.phone) : (broker.phone ?? fmcsaPhone);
  const isFmcsa = phone !== null && phone === fmcsaPhone;
  const isCallFirst = isRisky && isFmcsa;
  return (
    <>
      {phone === null ? null : (
        <Button
          component="a"
          href={`tel:${phone}`}
          className={isCallFirst ? classes.callFirst : undefined}
          variant={isCallFirst ? 'filled' : 'default'}
          leftSection={<IconPhone size={16} stroke={1.75} />}
        >
          {isCallFirst ? `Call ${formatPhone(phone)}, FMCSA` : formatPhone(phone)}
        </Button>
      )}
      <Button
        variant={isCallFirst ? 'default' : 'filled'}
        leftSection={<IconMail size={16} stroke={1.75} />}
        aria-haspopup="dialog"
        onClick={() => openCompose(composeWishOf(broker))}
      >
        Email
      </Button>
    </>
  );
}
