import type { Load } from '@headhaul/contracts/load-record';
import { Button } from '@mantine/core';
import { IconCopyPlus, IconPencil, IconPrinter } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { quietly } from '../../shared/api/api-failure.ts';
import { DrawerHead, DrawerSection } from '../../shared/drawer/side-drawer.tsx';
import { FigureStrip } from '../../shared/figures/figure-strip.tsx';
import { Lane } from '../../shared/list/two-line.tsx';
import { SubPageHeader } from '../../shared/list/work-header.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { DriverRow } from './load-details-driver.tsx';
import { LoadEmails } from './load-details-emails.tsx';
import { History } from './load-details-events.tsx';
import { useLoadFacts } from './load-details-facts.ts';
import { AboutLine, AttentionLine, StatusLine } from './load-details-head.tsx';
import { loadFigures, rcWords } from './load-details-ledger.ts';
import { LoadMap } from './load-details-map.tsx';
import { Money } from './load-details-money.tsx';
import { LoadMore } from './load-details-more.tsx';
import { Notes } from './load-details-notes.tsx';
import classes from './load-details-page.module.css';
import { Papers } from './load-details-papers.tsx';
import { BrokerFacts, FreightFacts, ReferenceFacts } from './load-details-side.tsx';
import { LoadMissing, LoadNotices, LoadSkeleton } from './load-details-states.tsx';
import { Timeline } from './load-details-timeline.tsx';
import LoadDrawer from './load-drawer.tsx';
import { toRow } from './load-lists.ts';
import { duplicateLoadPath, editLoadPath, loadSheetPath, loadsPath } from './load-paths.ts';
import { loadsApi } from './loads.api.ts';
import { useStatusChange } from './use-status-change.tsx';

/** One load on a page of its own. Without a number there is nothing to show but the list. */
export default function LoadDetailsPage() {
  const { loadId } = useParams();
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const close = () => void navigate(loadsPath);
  if (loadId === undefined) return <Navigate to={loadsPath} replace />;
  if (isMobile) return <LoadDrawer loadId={loadId} position={null} onStep={() => undefined} onClose={close} />;
  return <WholeLoad key={loadId} loadId={loadId} onClose={close} />;
}

function WholeLoad({ loadId, onClose }: { loadId: string; onClose: () => void }) {
  const { data: load, error, isFetching, refetch } = loadsApi.useGetLoadQuery({ ...quietly, params: { id: loadId } });
  return (
    <div className={classes.page}>
      <SubPageHeader
        title={load === undefined ? 'Load' : `Load ${load.loadNumber}`}
        backTo={loadsPath}
        state={load?.rc == null ? null : rcWords(load.rc)}
      >
        {load === undefined ? null : (
          <>
            <Button component={Link} to={loadSheetPath(loadId)} variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />}>
              Print
            </Button>
            <Button
              component={Link}
              to={duplicateLoadPath(loadId)}
              variant="default"
              leftSection={<IconCopyPlus size={16} stroke={1.75} />}
            >
              Duplicate
            </Button>
            {load.deletedAt === null ? (
              <Button component={Link} to={editLoadPath(loadId)} leftSection={<IconPencil size={16} stroke={1.75} />}>
                Edit
              </Button>
            ) : null}
            <LoadMore load={load} onGone={onClose} />
          </>
        )}
      </SubPageHeader>
      {load !== undefined ? (
        <Columns load={load} />
      ) : error === undefined ? (
        <LoadSkeleton row={null} />
      ) : (
        <LoadMissing error={error} isRetrying={isFetching} onRetry={() => void refetch()} onClose={onClose} />
      )}
    </div>
  );
}

function Columns({ load }: { load: Load }) {
  const { zone, broker, views, claims, freeMinutes } = useLoadFacts(load);
  const { change, dialogs } = useStatusChange();
  return (
    <>
      <LoadNotices load={load} />
      <div className={classes.columns}>
        <div className={classes.left}>
          <DrawerHead
            title={<Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />}
            line={<AboutLine load={load} />}
          >
            <StatusLine load={load} onChange={(status) => change([toRow(load)], status)} />
            <AttentionLine load={load} freeMinutes={freeMinutes} />
          </DrawerHead>
          <DrawerSection isFlush>
            <FigureStrip figures={loadFigures(load)} />
          </DrawerSection>
          <DrawerSection title="Stops">
            <Timeline load={load} views={views} isWhole />
          </DrawerSection>
          <Money load={load} claims={claims} />
          <Papers load={load} />
          <Notes load={load} zone={zone} />
        </div>
        <div className={classes.right}>
          <DrawerSection isFlush>
            <LoadMap load={load} className={classes.map} />
          </DrawerSection>
          <DrawerSection isFlush>
            <DriverRow load={load} />
          </DrawerSection>
          <BrokerFacts load={load} broker={broker} />
          <LoadEmails load={load} />
          <ReferenceFacts load={load} />
          <FreightFacts load={load} />
          <History loadId={load.id} zone={zone} />
        </div>
      </div>
      {dialogs}
    </>
  );
}
