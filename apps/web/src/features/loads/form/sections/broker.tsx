import { formatReason } from '@headhaul/domain/brokers/reasons';
import { dollars } from '@headhaul/domain/loads/money';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconBan, IconBuildingStore, IconCircleCheckFilled, IconStar } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { brokersApi } from '../../../brokers/brokers.api.ts';
import { GradeTile } from '../../../brokers/grade-tile.public.tsx';
import { FactorLine, StandingTag } from '../../../factoring/standing-line.public.tsx';
import { loadLookupsApi } from '../../lookups.api.ts';
import type { LoadDraft } from '../draft/draft.ts';
import { brokerLabel } from '../draft/from-load.ts';
import { readBroker } from '../draft/read.ts';
import { isNumberAlone } from '../draft/to-input.ts';
import classes from '../form.module.css';
import type { LoadForm } from '../state.ts';
import { SuggestField } from '../suggest.tsx';
import { McLookUp } from './mc-look-up.tsx';

const typingPauseMs = 120;
const shownBrokers = 6;

/** The broker by name or MC, suggested from the office's own book. Choosing one fills in its terms and contact. */
export function BrokerField({ form }: { form: LoadForm }) {
  const { draft, change } = form;
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(draft.broker.trim(), typingPauseMs);
  const { currentData } = loadLookupsApi.usePickBrokersQuery({ query: { search } }, { skip: !isOpen || search === '' });
  const brokers = currentData?.brokers.slice(0, shownBrokers) ?? [];
  const state = form.field('broker');
  // An MC number alone is enough for a broker in the book. It is looked up once the field is left, so that nobody's typing is overwritten.
  const mc = !isOpen && isNumberAlone(draft) ? readBroker(draft.broker).brokerMc : null;
  const { currentData: numbered } = loadLookupsApi.usePickBrokersQuery({ query: { search: mc ?? '' } }, { skip: mc === null });
  const known = mc === null ? undefined : numbered?.brokers.find((broker) => broker.mc === mc.replace(/^0+/, ''));
  const isUnknown = mc !== null && numbered !== undefined && known === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs only when another broker is found.
  useEffect(() => {
    if (known !== undefined) take(known);
  }, [known?.id]);

  const take = (broker: (typeof brokers)[number]) =>
    change({
      broker: brokerLabel(broker),
      brokerId: broker.id,
      paymentTermsDays: String(broker.paymentTermsDays),
      brokerContactName: broker.contactName ?? '',
      brokerContactEmail: broker.contactEmail ?? '',
      brokerContactPhone: broker.contactPhone ?? '',
      brokerContactExt: '',
    });

  return (
    <SuggestField
      state={{ ...state, onChange: (broker) => change({ broker, brokerId: null }) }}
      label="Broker or MC"
      maxLength={220}
      isFirst
      suggestions={brokers.map(({ id, name, mc, mark, grade, factor }) => ({
        key: id,
        label: brokerLabel({ name, mc }),
        icon: mark === 'BLOCKED' ? IconBan : mark === 'PREFERRED' ? IconStar : IconBuildingStore,
        ...(mark === 'BLOCKED' ? { note: 'Blocked', isBad: true } : mark === 'PREFERRED' ? { note: 'Preferred', isOwn: true } : {}),
        tags: (
          <>
            {factor === null ? null : <StandingTag standing={factor} />}
            {grade === null ? null : <GradeTile grade={grade} />}
          </>
        ),
      }))}
      onChoose={({ key }) => {
        const broker = brokers.find(({ id }) => id === key);
        if (broker !== undefined) take(broker);
      }}
      onOpen={setOpen}
      hint="or type a new one"
      help={
        isOpen || isUnknown ? undefined : (
          <>
            <BrokerLine broker={draft.broker} brokerId={draft.brokerId} />
            <FactorOfDraft draft={draft} />
          </>
        )
      }
      after={
        isUnknown ? (
          <>
            <McLookUp key={mc} mc={mc} onFound={(broker) => change({ broker, brokerId: null })} />
            <FactorOfDraft draft={draft} />
          </>
        ) : undefined
      }
    />
  );
}

/** What the factor says about the typed broker, for a load that pays what is typed. */
function FactorOfDraft({ draft }: { draft: LoadDraft }) {
  const { brokerName: name, brokerMc: mc } = readBroker(draft.broker);
  const linehaul = dollars(draft.linehaul);
  const grossCents = linehaul === null ? null : linehaul + (dollars(draft.fuelSurcharge) ?? 0);
  return <FactorLine brokerId={draft.brokerId} mc={mc} name={name} grossCents={grossCents} />;
}

/** What the office knows about this broker: first the office's own mark, then its loads with the broker. */
function BrokerLine({ broker, brokerId }: { broker: string; brokerId: string | null }): ReactNode {
  const { currentData } = brokersApi.useGetBrokerQuery({ params: { id: brokerId ?? '' } }, { skip: brokerId === null });
  if (brokerId === null) {
    const { brokerName, brokerMc } = readBroker(broker);
    if (brokerName === null) return brokerMc === null ? null : 'Looking for this MC number in your book…';
    return 'New to you, added to your brokers with the load';
  }
  if (currentData === undefined) return 'Looking at your history…';
  const { mark, markReason, history, risks } = currentData;
  if (mark === 'BLOCKED') {
    return (
      <span className={classes.brokerLine} data-tone="bad">
        <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
        Blocked by your team{markReason === null ? '' : `: ${markReason}`}
      </span>
    );
  }
  const [risk] = risks;
  if (risk) {
    return (
      <span className={classes.brokerLine} data-tone="bad">
        <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
        {formatReason(risk)}. Check with them before you book.
      </span>
    );
  }
  const parts = [
    `${history.loads} ${history.loads === 1 ? 'load' : 'loads'} in a year`,
    ...(history.daysToPayMedian === null ? [] : [`pays in ${Math.round(history.daysToPayMedian)} days`]),
    ...(history.shortPays === 0 ? [] : [`paid short ${history.shortPays === 1 ? 'once' : `${history.shortPays} times`}`]),
  ];
  const isTrusted = mark === 'PREFERRED' || (history.paidLoads > 0 && history.shortPays === 0);
  return (
    <span className={classes.brokerLine} data-tone={isTrusted ? 'good' : undefined}>
      {isTrusted ? <IconCircleCheckFilled size={15} aria-hidden="true" /> : null}
      {history.loads === 0 ? 'In your book, no load in the last year' : `${mark === 'PREFERRED' ? 'Preferred, ' : ''}${parts.join(', ')}`}
    </span>
  );
}
