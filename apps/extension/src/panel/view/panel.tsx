import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { type ReactNode, useState } from 'react';
import type { MatchOrder } from '../../board/messages.ts';
import type { Editing } from '../../filters/filter-editor.tsx';
import { FiltersTab } from '../../filters/filters-tab.tsx';
import { UnsentMails } from '../ask/unsent-mails.tsx';
import { RouteMap } from '../map/route-map.tsx';
import { CallsTab } from '../matches/calls-tab.tsx';
import { MatchesTab } from '../matches/matches-tab.tsx';
import { useMatches } from '../matches/use-matches.ts';
import type { PanelView, RowState, RowView } from '../messages.ts';
import { Actions } from './actions.tsx';
import { BrokerSection } from './broker-section.tsx';
import { describeHead, Head } from './head.tsx';
import { LoadSection } from './load-section.tsx';
import { HostProvider, type PanelHost, useHost } from './panel-host.ts';
import { Bones, formatClock } from './parts.tsx';
import { ProfitSection } from './profit-section.tsx';
import { SilenceStrip, useSilence } from './silence.tsx';
import { Message, PlanEnded, SignedOut } from './standing.tsx';
import { type PanelTab, Tabs, usePanelTab } from './tabs.tsx';
import { useDriver } from './use-driver.ts';
import { SilenceContext, usePanelView, useQuestion } from './use-panel.ts';

const stateNotes: Record<Exclude<RowState, 'HERE'>, string> = {
  AWAY: 'This load isn’t on your screen now: it was scrolled away or taken off the board.',
  CLOSED: 'The board’s tab is closed or shows another page.',
  DEGRADED: 'The board’s layout changed, so nothing is read there now.',
  OFF: 'Headhaul is off on this board.',
};

function Row({ row }: { row: RowView }) {
  const { load, state, readAtMs } = row;
  const freight = boardFreightOf(load);
  const message = { ...freight, equipment: [...freight.equipment], emails: [...freight.emails] };
  const facts = useQuestion<'panel:facts'>({ type: 'panel:facts', load: message });
  const drivers = useDriver();
  const known = facts.answer?.ok === true ? facts.answer.value : null;
  const posted = { mc: freight.brokerMc, name: freight.brokerName };
  const contact = { phones: load.contact.phones.map(({ e164 }) => e164), emails: freight.emails.map(({ address }) => address) };
  return (
    <>
      <div className="body">
        <p className={state === 'HERE' ? 'strip' : 'strip strip-need'} role="status">
          {state === 'HERE' ? 'As it is on the board now' : `${stateNotes[state]} As read at ${formatClock(readAtMs)}.`}
        </p>
        <RouteMap load={load} drivers={drivers} />
        <LoadSection load={load} />
        <ProfitSection row={row} drivers={drivers} />
        <BrokerSection posted={posted} contact={contact} grossCents={freight.rateCents} facts={facts} />
      </div>
      <Actions load={load} readAtMs={readAtMs} facts={known} onSaved={facts.again} />
    </>
  );
}

function Page({ of, isHidden = false, children }: { of: PanelTab; isHidden?: boolean; children: ReactNode }) {
  return (
    <div className="page" role="tabpanel" id={`page-${of}`} aria-labelledby={`tab-${of}`} hidden={isHidden}>
      {children}
    </div>
  );
}

function Ready({ view: { row, silentSinceMs, rulesAtMs }, look }: { view: PanelView; look: () => void }) {
  const { mail } = useHost();
  const openKey = row === null ? null : `${row.board} ${row.load.rowKey}`;
  const { tab, choose } = usePanelTab(openKey, rulesAtMs);
  const [editing, setEditing] = useState<Editing>('NO');
  const [order, setOrder] = useState<MatchOrder>('NEW');
  const matches = useMatches(order, tab === 'matches' || tab === 'calls');
  const silence = useSilence(silentSinceMs);
  const listed = matches.phase.kind === 'known' ? matches.phase.view : null;
  const beside = listed === null ? null : { board: listed.board, state: listed.state };
  const opened = row === null ? null : { board: row.board, state: row.state === 'HERE' ? 'READING' : row.state };
  const shown = (tab === 'load' ? opened : null) ?? beside ?? opened;
  const state = shown?.state === 'READING' || shown?.state === 'DEGRADED' ? shown.state : 'OTHER';
  return (
    <SilenceContext value={silence !== null}>
      <Head state={describeHead({ isSilent: silence !== null, board: shown?.board ?? null, state })} />
      <main className="ready">
        <Tabs
          tab={tab}
          matched={listed?.hasFilter === true ? listed.matched : null}
          unsaved={editing === 'UNSAVED' ? 'filters' : null}
          onChoose={choose}
        />
        {silence === null ? null : <SilenceStrip silence={silence} onTried={look} />}
        <UnsentMails tell={mail} />
        {tab === 'matches' ? (
          <Page of="matches">
            <MatchesTab {...matches} order={order} openKey={row?.load.rowKey ?? null} onOrder={setOrder} onOpened={() => choose('load')} />
          </Page>
        ) : null}
        {tab === 'calls' ? (
          <Page of="calls">
            <div className="body">
              <CallsTab phase={matches.phase} />
            </div>
          </Page>
        ) : null}
        {/* Whoever edits a filter opens loads to see its effect, and finds the draft again. */}
        {tab === 'filters' || editing !== 'NO' ? (
          <Page of="filters" isHidden={tab !== 'filters'}>
            <div className="body">
              <FiltersTab onEditing={setEditing} />
            </div>
          </Page>
        ) : null}
        {tab === 'load' ? (
          <Page of="load">
            {row === null ? (
              <Message
                title="Open a load"
                text="On a load board, click the rate per mile that Headhaul shows in a row. The load appears here."
              />
            ) : (
              <Row key={openKey} row={row} />
            )}
          </Page>
        ) : null}
      </main>
    </SilenceContext>
  );
}

function Content() {
  const { phase, look } = usePanelView();
  if (phase.kind === 'known' && phase.view.standing === 'READY') return <Ready view={phase.view} look={look} />;
  const isSignedOut = phase.kind === 'known' && phase.view.standing === 'SIGNED_OUT';
  return (
    <>
      <Head state={isSignedOut ? { lamp: 'off', words: 'Signed out' } : null} />
      <main className="ready">
        {phase.kind === 'loading' ? (
          <div className="message">
            <Bones label="Loading" />
          </div>
        ) : null}
        {phase.kind === 'failed' ? (
          <Message
            title="Headhaul did not start"
            text="Try again. If it stays like this, restart your browser."
            button={{ label: 'Try again', press: look }}
          />
        ) : null}
        {phase.kind === 'known' && isSignedOut ? <SignedOut ended={phase.view.ended} /> : null}
        {phase.kind === 'known' && phase.view.standing === 'PAUSED' ? <PlanEnded /> : null}
      </main>
    </>
  );
}

/** The side panel: the loads on the screen that match, and the row that was opened last. */
export function Panel({ host }: { host: PanelHost }) {
  return (
    <HostProvider value={host}>
      <Content />
    </HostProvider>
  );
}
