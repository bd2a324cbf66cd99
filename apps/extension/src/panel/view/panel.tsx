import type { BoardId } from '@headhaul/domain/boards/board-load';
import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { type ReactNode, useState } from 'react';
import type { Editing } from '../../filters/filter-editor.tsx';
import { FiltersTab } from '../../filters/filters-tab.tsx';
import { boardNames } from '../../popup/boards-panel.tsx';
import { RouteMap } from '../map/route-map.tsx';
import { MatchesTab } from '../matches/matches-tab.tsx';
import type { RowState, RowView } from '../messages.ts';
import { Actions } from './actions.tsx';
import { BrokerSection } from './broker-section.tsx';
import { LoadSection } from './load-section.tsx';
import { HostProvider, type PanelHost, useHost } from './panel-host.ts';
import { Bones, formatClock } from './parts.tsx';
import { ProfitSection } from './profit-section.tsx';
import { type PanelTab, Tabs, usePanelTab } from './tabs.tsx';
import { useDriver } from './use-driver.ts';
import { usePanelView, useQuestion } from './use-panel.ts';

const stateNotes: Record<Exclude<RowState, 'HERE'>, string> = {
  AWAY: 'This load isn’t on your screen now: it was scrolled away or taken off the board.',
  CLOSED: 'The board’s tab is closed or shows another page.',
  DEGRADED: 'The board’s layout changed, so nothing is read there now.',
  OFF: 'Headhaul is off on this board.',
};

function Head({ board, state }: { board: BoardId | null; state: RowState | null }) {
  return (
    <header className="head">
      <img src="/icon/on-128.png" width={24} height={24} alt="" />
      <h1>Headhaul</h1>
      {board === null ? null : (
        <span className="board">
          <span className={state === 'HERE' ? 'lamp lamp-on' : 'lamp'} aria-hidden="true" />
          {boardNames[board]}
        </span>
      )}
    </header>
  );
}

function Message({ title, text, button }: { title: string; text: string; button?: { label: string; press: () => void } }) {
  return (
    <div className="message">
      <h2>{title}</h2>
      <p>{text}</p>
      {button === undefined ? null : (
        <button type="button" className="button button-filled" onClick={button.press}>
          {button.label}
        </button>
      )}
    </div>
  );
}

function Row({ row }: { row: RowView }) {
  const { load, state, readAtMs } = row;
  const freight = boardFreightOf(load);
  const message = { ...freight, equipment: [...freight.equipment], emails: [...freight.emails] };
  const facts = useQuestion<'panel:facts'>({ type: 'panel:facts', load: message });
  const drivers = useDriver();
  const known = facts.answer?.ok === true ? facts.answer.value : null;
  const posted = { mc: freight.brokerMc, name: freight.brokerName };
  return (
    <>
      <div className="body">
        <p className={state === 'HERE' ? 'strip' : 'strip strip-need'} role="status">
          {state === 'HERE' ? 'As it is on the board now' : `${stateNotes[state]} As read at ${formatClock(readAtMs)}.`}
        </p>
        <RouteMap load={load} drivers={drivers} />
        <LoadSection load={load} />
        <ProfitSection row={row} drivers={drivers} />
        <BrokerSection posted={posted} phones={load.contact.phones.map(({ e164 }) => e164)} facts={facts} />
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

function Ready({ row }: { row: RowView | null }) {
  const openKey = row === null ? null : `${row.board} ${row.load.rowKey}`;
  const { tab, choose } = usePanelTab(openKey);
  const [editing, setEditing] = useState<Editing>('NO');
  return (
    <>
      <Tabs tab={tab} unsaved={editing === 'UNSAVED' ? 'filters' : null} onChoose={choose} />
      {tab === 'matches' ? (
        <Page of="matches">
          <div className="body">
            <MatchesTab openKey={row?.load.rowKey ?? null} onOpened={() => choose('load')} />
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
    </>
  );
}

function Content() {
  const host = useHost();
  const { phase, look } = usePanelView();
  if (phase.kind === 'loading') {
    return (
      <>
        <Head board={null} state={null} />
        <main className="message">
          <Bones label="Loading" />
        </main>
      </>
    );
  }
  if (phase.kind === 'failed') {
    return (
      <>
        <Head board={null} state={null} />
        <main>
          <Message
            title="Headhaul did not start"
            text="Try again. If it stays like this, restart your browser."
            button={{ label: 'Try again', press: look }}
          />
        </main>
      </>
    );
  }
  const { standing, row } = phase.view;
  return (
    <>
      <Head board={row?.board ?? null} state={row?.state ?? null} />
      <main className="ready">
        {standing === 'SIGNED_OUT' ? (
          <Message
            title="You’re signed out"
            text="Sign in to see profit and broker facts for a load."
            button={{ label: 'Sign in', press: () => host.openWeb('/login') }}
          />
        ) : null}
        {standing === 'PAUSED' ? (
          <Message
            title="Headhaul is paused"
            text="Your plan has ended or the extension is turned off for you. Choose a plan to continue."
            button={{ label: 'See plans', press: () => host.openWeb('/dispatcher/subscriptions') }}
          />
        ) : null}
        {standing === 'READY' ? <Ready row={row} /> : null}
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
