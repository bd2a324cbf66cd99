import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type ExtensionState, useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { TutorialVideoButton } from '../../shared/tutorial-video/tutorial-video.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { smartFiltersPath } from '../board-filters/paths.public.ts';
import { BoardsTable } from './boards-table.tsx';
import { AbsentCard, ConnectedCard, OutdatedCard, PhoneCard, WaitingCard } from './extension-cards.tsx';
import classes from './extension-page.module.css';
import { RowStrip } from './row-strip.tsx';
import { TaughtPages } from './taught-pages.tsx';

const stateLines: Record<ExtensionState['kind'], string> = {
  unknown: 'Looking for the extension…',
  present: 'Connected in this browser.',
  absent: 'Not installed in this browser.',
  outdated: 'Installed, but too old to talk to this app.',
};

export default function ExtensionPage() {
  const state = useExtensionState();
  const session = useSession();
  const isPhone = useIsMobile();

  return (
    <>
      <PageHeader title="Extension" state={isPhone ? 'For the browser on your computer.' : stateLines[state.kind]} />
      <div className={classes.content}>
        {isPhone ? <PhoneCard /> : <StateCard state={state} userId={session?.id} email={session?.email} />}
        <Link to={smartFiltersPath} className={classes.next}>
          <span>
            <b>Smart filters</b>
            Dim the loads that don’t fit, for you or the whole team.
          </span>
          <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
        </Link>
        {state.kind === 'present' ? <BoardsTable boards={state.pong.boards} /> : null}
        <TaughtPages />
        <section aria-labelledby="row-strip-title">
          <div className={classes.sectionHead}>
            <h2 id="row-strip-title" className={classes.sectionTitle}>
              What it adds to your boards
            </h2>
            <TutorialVideoButton />
          </div>
          <RowStrip />
        </section>
      </div>
    </>
  );
}

function StateCard({ state, userId, email }: { state: ExtensionState; userId?: string; email?: string }) {
  if (state.kind === 'unknown') return <WaitingCard />;
  if (state.kind === 'absent') return <AbsentCard />;
  if (state.kind === 'outdated') return <OutdatedCard extVersion={state.extVersion} />;
  return <ConnectedCard pong={state.pong} email={state.pong.signedInUserId === userId ? email : undefined} />;
}
