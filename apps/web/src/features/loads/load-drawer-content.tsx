import type { Load } from '@headhaul/contracts/load-record';
import { DrawerHead, DrawerSection } from '../../shared/drawer/side-drawer.tsx';
import { FigureStrip } from '../../shared/figures/figure-strip.tsx';
import { formatLaneMiles } from '../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney, rpmOf } from '../../shared/format/money.ts';
import { Lane } from '../../shared/list/two-line.tsx';
import { DriverRow } from './load-details-driver.tsx';
import { LoadEmails } from './load-details-emails.tsx';
import { History } from './load-details-events.tsx';
import { useLoadFacts } from './load-details-facts.ts';
import { AboutLine, AttentionLine, StatusButton, StatusLine } from './load-details-head.tsx';
import { loadFigures } from './load-details-ledger.ts';
import { LoadMap } from './load-details-map.tsx';
import { Money } from './load-details-money.tsx';
import { Notes } from './load-details-notes.tsx';
import { Papers } from './load-details-papers.tsx';
import { LoadNotices } from './load-details-states.tsx';
import { Timeline } from './load-details-timeline.tsx';
import classes from './load-drawer.module.css';

interface ContentProps {
  load: Load;
  onStatus: (status: Load['status']) => void;
}

function laneOf(load: Load) {
  return <Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />;
}

export function DrawerContent({ load, onStatus }: ContentProps) {
  const { zone, views, claims, freeMinutes } = useLoadFacts(load);
  return (
    <>
      <LoadNotices load={load} />
      <DrawerHead title={laneOf(load)} line={<AboutLine load={load} />}>
        <StatusLine load={load} onChange={onStatus} />
        <AttentionLine load={load} freeMinutes={freeMinutes} />
      </DrawerHead>
      <DrawerSection isFlush>
        <DriverRow load={load} />
      </DrawerSection>
      <DrawerSection isFlush>
        <FigureStrip figures={loadFigures(load)} />
      </DrawerSection>
      <DrawerSection isFlush>
        <div className={classes.way}>
          <div className={classes.stops}>
            <Timeline load={load} views={views} />
          </div>
          <LoadMap load={load} className={classes.map} />
        </div>
      </DrawerSection>
      <Money load={load} claims={claims} />
      <Papers load={load} />
      <LoadEmails load={load} />
      <Notes load={load} zone={zone} />
      <History loadId={load.id} zone={zone} />
    </>
  );
}

/** The same for a phone: state and money first, the way next. */
export function PhoneContent({ load, onStatus }: ContentProps) {
  const { zone, views, claims, freeMinutes } = useLoadFacts(load);
  const rpm = formatRpmMoney(rpmOf(load.grossCents, load.loadedMiles + load.deadheadMiles));
  const isEstimate = load.milesSource === 'ESTIMATE';
  return (
    <>
      <LoadNotices load={load} />
      <section className={classes.phoneHead}>
        <div className={classes.phoneLine}>
          <StatusButton load={load} onChange={onStatus} />
          <b className={classes.gross}>{formatMoney(load.grossCents)}</b>
        </div>
        <h2>{laneOf(load)}</h2>
        <div className={classes.phoneLine}>
          <span>
            {formatLaneMiles(load.loadedMiles, load.deadheadMiles)}
            {isEstimate ? ', est.' : ''}
          </span>
          <span>
            {rpm}/mi, cut {formatMoney(load.cutCents)}
          </span>
        </div>
        <p className={classes.about}>
          <AboutLine load={load} />
        </p>
        <AttentionLine load={load} freeMinutes={freeMinutes} />
      </section>
      <DrawerSection isFlush>
        <LoadMap load={load} className={classes.phoneMap} />
      </DrawerSection>
      <DrawerSection>
        <Timeline load={load} views={views} isWhole />
      </DrawerSection>
      <DrawerSection isFlush>
        <DriverRow load={load} />
      </DrawerSection>
      <Money load={load} claims={claims} />
      <Papers load={load} />
      <LoadEmails load={load} />
      <Notes load={load} zone={zone} />
      <History loadId={load.id} zone={zone} />
    </>
  );
}
