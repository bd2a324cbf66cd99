import { type KeyboardEvent, useState } from 'react';

const tabs = ['matches', 'calls', 'filters', 'load'] as const;
export type PanelTab = (typeof tabs)[number];
const labels: Record<PanelTab, string> = { matches: 'Matches', calls: 'Call', filters: 'Filters', load: 'Load' };

/**
 * A row that is opened on the board shows at once, whatever was shown before, and so do the rules that are asked for there. `openKey` is null
 * while no row was opened.
 */
export function usePanelTab(openKey: string | null, rulesAtMs: number | undefined): { tab: PanelTab; choose: (tab: PanelTab) => void } {
  const [chosen, setChosen] = useState<{ tab: PanelTab; at: string } | null>(null);
  const at = JSON.stringify([openKey, rulesAtMs]);
  const first = rulesAtMs !== undefined ? 'filters' : openKey === null ? 'matches' : 'load';
  return { tab: chosen?.at === at ? chosen.tab : first, choose: (next) => setChosen({ tab: next, at }) };
}

interface TabsProps {
  tab: PanelTab;
  /** How many loads match. Null where nothing can. */
  matched: number | null;
  /** The tab with changes that aren't saved. */
  unsaved: PanelTab | null;
  onChoose: (tab: PanelTab) => void;
}

export function Tabs({ tab, matched, unsaved, onChoose }: TabsProps) {
  function move(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowRight' ? 1 : tabs.length - 1;
    const next = tabs[(tabs.indexOf(tab) + step) % tabs.length] as PanelTab;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  }
  return (
    <div className="tabs" role="tablist" aria-label="Side panel" onKeyDown={move}>
      {tabs.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={`page-${one}`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {labels[one]}
          {one === 'matches' && matched !== null ? (
            <>
              {' '}
              <span className="tab-count">{matched.toLocaleString('en-US')}</span>
            </>
          ) : null}
          {one === unsaved ? (
            <>
              <span className="sr-only">, unsaved changes</span>
              <span className="tab-sign" title="Unsaved changes" aria-hidden="true" />
            </>
          ) : null}
        </button>
      ))}
    </div>
  );
}
